import { useQuery } from '@apollo/client/react';
import { fixedFailure } from '../../../api/failure.ts';
import { LongTableRow } from '../../../ui/long-table-row.tsx';
import { BLOCK } from '../../../ui/long-table-window.ts';
import { FailedRow, WaitingRows } from '../list-rows.tsx';
import { AdminPagesPartDocument, type AdminPagesPartQueryVariables } from './page-block.generated.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { PageCells, type RowActions } from './page-row.tsx';

export const COLUMNS = 7;

interface PageBlockProps {
  readonly block: number;
  /** The list's end, or the block's. */
  readonly total: number;
  /** Where the list goes on after its first block. */
  readonly after: string;
  readonly filter: AdminPagesPartQueryVariables['filter'];
  readonly actions: RowActions;
}

/** A part of the list behind its first, read when it comes into sight. */
export function PageBlock({ block, total, after, filter, actions }: PageBlockProps) {
  const { data, previousData, error, refetch } = useQuery(AdminPagesPartDocument, {
    variables: { first: BLOCK, after, offset: (block - 1) * BLOCK, filter },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const pages = (data ?? previousData)?.pages.nodes;
  const from = block * BLOCK;
  if (pages === undefined && error !== undefined) {
    return (
      <FailedRow
        index={from}
        columns={COLUMNS}
        failure={fixedFailure(error, 'adminPages.failed')}
        again={() => void refetch().catch(() => {})}
      />
    );
  }
  if (pages === undefined) return <WaitingRows columns={COLUMNS} from={from} to={Math.min(total, from + BLOCK)} />;
  return <PageRows pages={pages} from={from} actions={actions} />;
}

interface PageRowsProps {
  readonly pages: readonly AdminPageRowFragment[];
  readonly from: number;
  readonly actions: RowActions;
}

export function PageRows({ pages, from, actions }: PageRowsProps) {
  return pages.map((page, index) => (
    <LongTableRow key={page.id} index={from + index} className="page-row">
      {(tabIndex) => <PageCells page={page} tabIndex={tabIndex} actions={actions} />}
    </LongTableRow>
  ));
}
