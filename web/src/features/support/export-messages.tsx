import { useApolloClient } from '@apollo/client/react';
import ExportDialog from '../../lists/export-dialog.tsx';
import { type ListExport, readList } from '../../lists/export-list.ts';
import { ExportMessagesDocument, type ExportMessagesQuery } from './export-messages.generated.ts';
import type { MessageStatus } from './statuses.ts';

type Message = ExportMessagesQuery['supportMessages']['nodes'][number];

const EXPORTED: ListExport<Message> = {
  columns: [
    { name: 'id', head: 'support.headId', value: ({ id }) => id },
    { name: 'createdAt', head: 'support.headReceived', value: ({ createdAt }) => createdAt },
    { name: 'status', head: 'support.statusLabel', value: ({ status }) => status },
    { name: 'name', head: 'support.headName', value: ({ name }) => name },
    { name: 'email', head: 'form.email', value: ({ email }) => email },
    { name: 'subject', head: 'support.headSubject', value: ({ subject }) => subject },
    { name: 'message', head: 'support.headMessage', value: ({ body }) => body },
    { name: 'handler', head: 'support.headHandler', value: ({ handler }) => handler?.username ?? '' },
    { name: 'reportedPage', head: 'support.reported', value: ({ report }) => report?.pageId ?? '' },
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
