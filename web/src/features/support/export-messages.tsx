import { useApolloClient } from '@apollo/client/react';
import ExportDialog from '../../lists/export-dialog.tsx';
import { type ListExport, readList } from '../../lists/export-list.ts';
import { ExportMessagesDocument, type ExportMessagesQuery } from './export-messages.generated.ts';
import type { MessageStatus } from './statuses.ts';

type Message = ExportMessagesQuery['supportMessages']['nodes'][number];

const EXPORTED: ListExport<Message> = {
  columns: [
    { head: 'support.headId', value: ({ id }) => id },
    { head: 'support.headReceived', value: ({ createdAt }) => createdAt },
    { head: 'support.statusLabel', value: ({ status }) => status },
    { head: 'support.headName', value: ({ name }) => name },
    { head: 'form.email', value: ({ email }) => email },
    { head: 'support.headSubject', value: ({ subject }) => subject },
    { head: 'support.headMessage', value: ({ body }) => body },
    { head: 'support.headHandler', value: ({ handler }) => handler?.username ?? '' },
    { head: 'support.reported', value: ({ report }) => report?.pageId ?? '' },
  ],
};

/** Which messages, and in which order. */
interface MessageSelection {
  readonly filter: { readonly status?: MessageStatus; readonly search?: string };
  readonly oldestFirst: boolean;
}

interface ExportMessagesProps extends MessageSelection {
  readonly total: number;
  readonly onClose: () => void;
}

export default function ExportMessages({ filter, oldestFirst, total, onClose }: ExportMessagesProps) {
  const client = useApolloClient();
  const request = { query: ExportMessagesDocument, field: 'supportMessages', filter, order: { oldestFirst } } as const;
  return (
    <ExportDialog
      name="messages"
      exported={EXPORTED}
      total={total}
      read={(signal, onProgress) => readList(client, EXPORTED, { ...request, signal, onProgress })}
      onClose={onClose}
    />
  );
}
