import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../../api/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { LongTableRow } from '../../../ui/long-table-row.tsx';
import { BLOCK } from '../../../ui/long-table-window.ts';
import { FailureText } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
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
  const { t } = useTranslation();
  const { data, previousData, error, refetch } = useQuery(AdminPagesPartDocument, {
    variables: { first: BLOCK, after, offset: (block - 1) * BLOCK, filter },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const pages = (data ?? previousData)?.pages.nodes;
  const from = block * BLOCK;
  if (pages === undefined && error !== undefined) {
    return (
      <LongTableRow index={from}>
        {(tabIndex) => (
          <td colSpan={COLUMNS} className="page-cell page-cell--failed" role="alert">
            <FailureText failure={fixedFailure(error, 'adminPages.failed')} />
            <Button look="quiet" tabIndex={tabIndex} onClick={() => void refetch().catch(() => {})}>
              {t('failure.tryAgain')}
            </Button>
          </td>
        )}
      </LongTableRow>
    );
  }
  if (pages === undefined) return <WaitingRows from={from} to={Math.min(total, from + BLOCK)} />;
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

/** Rows' worth of grey, the size of real ones. */
export function WaitingRows({ from, to }: { readonly from: number; readonly to: number }) {
  const rows = [];
  for (let index = from; index < to; index += 1) {
    rows.push(
      <LongTableRow key={index} index={index}>
        {() => (
          <td colSpan={COLUMNS} className="page-cell">
            <Skeleton width="min(24rem, 80%)" height="1rem" />
          </td>
        )}
      </LongTableRow>,
    );
  }
  return rows;
}
