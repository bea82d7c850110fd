import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton.tsx';

export function AnalyticsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="analytics" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('analytics.loading')}
      </p>
      <div className="analytics__totals">
        <Skeleton width="100%" height="5.5rem" />
        <Skeleton width="100%" height="5.5rem" />
      </div>
      <Skeleton width="100%" height="22rem" />
      <Skeleton width="100%" height="16rem" />
    </div>
  );
}
