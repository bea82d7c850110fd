import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { LongTableRow } from '../../ui/long-table-row.tsx';
import { FailureText } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import './list-rows.css';

/** About as many as most windows show. */
const WAITING = 12;

interface WaitingRowsProps {
  readonly columns: number;
  readonly from: number;
  readonly to: number;
}

/** Placeholder rows with the size of real rows. */
export function WaitingRows({ columns, from, to }: WaitingRowsProps) {
  const rows = [];
  for (let index = from; index < to; index += 1) {
    rows.push(
      <LongTableRow key={index} index={index}>
        {() => (
          <td colSpan={columns}>
            <Skeleton width="min(24rem, 80%)" height="1rem" />
          </td>
        )}
      </LongTableRow>,
    );
  }
  return rows;
}

/** Placeholder for the whole list; needs no style sheet of its own, because it is also server-rendered. */
export function WaitingList() {
  return (
    <div className="long-table waiting-list" aria-busy="true">
      {Array.from({ length: WAITING }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical
        <Skeleton key={index} width="60%" height="1rem" />
      ))}
    </div>
  );
}

interface FailedRowProps {
  readonly index: number;
  readonly columns: number;
  readonly failure: Failure;
  readonly again: () => void;
}

/** Shown in place of rows that could not be read. */
export function FailedRow({ index, columns, failure, again }: FailedRowProps) {
  const { t } = useTranslation();
  return (
    <LongTableRow index={index}>
      {(tabIndex) => (
        <td colSpan={columns} className="failed-row" role="alert">
          <FailureText failure={failure} />
          <Button look="quiet" tabIndex={tabIndex} onClick={again}>
            {t('failure.tryAgain')}
          </Button>
        </td>
      )}
    </LongTableRow>
  );
}
