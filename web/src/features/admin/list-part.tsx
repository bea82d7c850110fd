import type { OperationVariables } from '@apollo/client';
import type { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { fixedFailure } from '../../api/failure.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { BLOCK } from '../../ui/long-table-window.ts';
import { FailedRow, WaitingRows } from './list-rows.tsx';

/** Which part of a list behind its first block. */
export interface PartPlace {
  readonly block: number;
  /** Entries of the whole list. */
  readonly total: number;
  /** Where the list goes on after its first block. */
  readonly after: string;
  readonly columns: number;
}

/** What the part is asked for with. */
export function partVariables({ block, after }: PartPlace) {
  return { first: BLOCK, after, offset: (block - 1) * BLOCK };
}

interface ListPartProps<Data> {
  readonly place: PartPlace;
  readonly reading: Pick<useQuery.Result<Data, OperationVariables>, 'data' | 'previousData' | 'error'> & {
    readonly refetch: () => Promise<unknown>;
  };
  readonly failed: TextKey;
  /** The rows from the given one on. */
  readonly children: (data: Data, from: number) => ReactNode;
}

/** The rows of a part once they are read; what stands for them until then, or where they could not be. */
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
