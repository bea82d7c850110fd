import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SIDE_BY_SIDE, useMedia } from '../../browser/use-media.ts';
import { FilterGroup } from '../../lists/filter-group.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import BulkTab from './bulk/bulk-tab.tsx';
import './creation-tab.css';

const waiting = <Skeleton width="100%" height="20rem" />;
const BatchList = lazyPart(() => import('./batches/batch-list.tsx'), waiting);
const BatchView = lazyPart(() => import('./batches/batch-view.tsx'), waiting);

const LISTED = 'batches';

/** Creates pages beside the batches made so far, or shows the batch in the URL. Narrow screens show either. */
export default function CreationTab() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const isWide = useMedia(SIDE_BY_SIDE);
  const batch = params.get('batch');
  if (batch !== null) return <BatchView key={batch} id={batch} />;
  const words = t('admin.creation', { returnObjects: true });
  const isListed = params.get('tab') === LISTED;
  return (
    <div className="creation">
      {!isWide && (
        <FilterGroup
          label={t('admin.tab.bulk')}
          name="tab"
          chosen={isListed ? LISTED : 'bulk'}
          choices={['bulk', LISTED]}
          words={(one) => words[one === LISTED ? one : 'bulk']}
        />
      )}
      {(isWide || !isListed) && <BulkTab />}
      {(isWide || isListed) && (
        <div className="creation__batches stack gap-2">
          {isWide && <h2>{t('adminBatches.title')}</h2>}
          <BatchList />
        </div>
      )}
    </div>
  );
}
