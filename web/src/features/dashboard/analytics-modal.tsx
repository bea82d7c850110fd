import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../api/failure.ts';
import { SIDE_BY_SIDE, useMedia } from '../../browser/use-media.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { type AnalyticsPeriod, PageFiguresDocument } from './analytics-modal.generated.ts';
import { AnalyticsReport } from './analytics-report.tsx';
import type { PageCardFragment } from './page-card.generated.ts';
import { PeriodPicker } from './period-picker.tsx';
import './analytics.css';

interface AnalyticsModalProps {
  /** The page whose figures are shown; undefined closes the modal. */
  readonly page: Pick<PageCardFragment, 'id' | 'displayName'> | undefined;
  readonly onClose: () => void;
}

export default function AnalyticsModal({ page, onClose }: AnalyticsModalProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      look="modal--wide"
      title={t('analytics.title', { name: page?.displayName || t('dashboard.untitled') })}
      close={t('analytics.close')}
      open={page !== undefined}
      onClose={onClose}
    >
      {page !== undefined && <Figures id={page.id} />}
    </Dialog>
  );
}

function Figures({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const [withoutOwn, setWithoutOwn] = useState(false);
  const [period, setPeriod] = useState<AnalyticsPeriod>('MONTH');
  const variables = { id, withoutOwner: withoutOwn, period };
  const figures = useQuery(PageFiguresDocument, { variables });
  const { error, loading, refetch } = figures;
  const data = figures.data ?? figures.previousData;
  return (
    <div className="analytics">
      <div className="cluster middle between gap-3-6">
        <PeriodPicker chosen={period} onChoose={setPeriod} />
        <Checkbox
          label={t('analytics.withoutOwn')}
          checked={withoutOwn}
          onChange={(event) => setWithoutOwn(event.target.checked)}
        />
      </div>
      {error !== undefined ? (
        <FailureNotice failure={fixedFailure(error, 'analytics.failed')} retry={{ loading, refetch }} />
      ) : data === undefined ? (
        <ReportSkeleton />
      ) : (
        <AnalyticsReport variables={variables} report={data.page.analytics} />
      )}
    </div>
  );
}

/** In the shape of the report: a sentence, totals, days and events. */
function ReportSkeleton() {
  const { t } = useTranslation();
  const isWide = useMedia(SIDE_BY_SIDE);
  return (
    <Waiting label={t('analytics.loading')} className="analytics">
      <div className="stack gap-3">
        <Skeleton width="10rem" height="1.5rem" />
        <Skeleton width="100%" height="3.6rem" />
        <div className={`analytics__totals analytics__totals--${isWide ? 'all' : 'main'}`}>
          {Array.from({ length: isWide ? 7 : 3 }, (_, index) => index).map((index) => (
            <div key={index} className="analytics__total">
              <Skeleton width="100%" height="1.25rem" />
              <Skeleton width="60%" height="2.75rem" />
            </div>
          ))}
        </div>
      </div>
      <div className="stack gap-3">
        <Skeleton width="6rem" height="1.5rem" />
        <Skeleton width="100%" height={isWide ? '19rem' : '15rem'} />
      </div>
      <div className="stack gap-3">
        <Skeleton width="9rem" height="1.5rem" />
        <Skeleton width="100%" height="24rem" />
      </div>
    </Waiting>
  );
}
