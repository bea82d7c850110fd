import type { OperationVariables } from '@apollo/client';
import type { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { fixedFailure } from '../../api/failure.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { BLOCK } from '../../ui/long-table-window.ts';
import { FailedRow, WaitingRows } from './list-rows.tsx';

/** Position of a part after the first block of a list. */
export interface PartPlace {
  readonly block: number;
  /** Number of entries in the whole list. */
  readonly total: number;
  /** Cursor after the first block. */
  readonly after: string;
  readonly columns: number;
}

/** Query variables of the part. */
export function partVariables({ block, after }: PartPlace) {
  return { first: BLOCK, after, offset: (block - 1) * BLOCK };
}

interface ListPartProps<Data> {
  readonly place: PartPlace;
  readonly reading: Pick<useQuery.Result<Data, OperationVariables>, 'data' | 'previousData' | 'error'> & {
    readonly refetch: () => Promise<unknown>;
  };
  readonly failed: TextKey;
  /** Renders the rows, starting at index `from`. */
  readonly children: (data: Data, from: number) => ReactNode;
}

/** Rows of a part; placeholders while it loads, an error row if it failed. */
export function ListPart<Data>({ place, reading, failed, children }: ListPartProps<Data>) {
  const { data, previousData, error, refetch } = reading;
  const shown = data ?? previousData;
  const { block, total, columns } = place;
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
