import type { TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { fixedFailure } from '../../api/failure.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { BLOCK } from '../../ui/long-table-window.ts';
import { FailedRow, WaitingRows } from './list-rows.tsx';

/** The query of a part of a list that the server filters. */
export type PartQuery<Data, Filter> = TypedDocumentNode<
  Data,
  { first: number; after: string; offset: number; filter?: Filter | null | undefined }
>;

interface ListPartProps<Data, Filter> {
  readonly query: PartQuery<Data, Filter>;
  readonly filter: Filter;
  readonly block: number;
  /** Number of entries in the whole list. */
  readonly total: number;
  /** Cursor after the first block. */
  readonly after: string;
  readonly columns: number;
  readonly failed: TextKey;
  /** Renders the rows, starting at index `from`. */
  readonly children: (data: Data, from: number) => ReactNode;
}

/** A part of a list after the first block, read when it scrolls into view. */
export function ListPart<Data, Filter>(props: ListPartProps<Data, Filter>) {
  const { query, filter, block, total, after, columns, failed, children } = props;
  const { data, previousData, error, refetch } = useQuery(query, {
    variables: { first: BLOCK, after, offset: (block - 1) * BLOCK, filter },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const shown = data ?? previousData;
  const from = block * BLOCK;
  if (shown !== undefined) return children(shown as Data, from);
  if (error === undefined) return <WaitingRows columns={columns} from={from} to={Math.min(total, from + BLOCK)} />;
  return (
    <FailedRow
      index={from}
      columns={columns}
      failure={fixedFailure(error, failed)}
      again={() => void refetch().catch(() => {})}
    />
  );
}
