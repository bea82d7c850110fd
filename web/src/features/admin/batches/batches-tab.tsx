import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../../browser/same-screen.ts';
import { withParameters } from '../../../browser/with-parameters.ts';
import { FilterGroup } from '../../../lists/filter-group.tsx';
import { SearchedList } from '../../../lists/searched-list.tsx';
import { AdminBatchesDocument, AdminBatchesPartDocument } from './batch.generated.ts';
import { BatchView } from './batch-view.tsx';
import { COLUMNS } from './batches-columns.tsx';
import { STAGES, stageIn } from './stages.ts';
import './batches.css';

const WORDS = {
  title: 'adminBatches.title',
  search: 'adminBatches.search',
  count: 'adminBatches.count',
  showAll: 'adminBatches.showAll',
  failed: 'adminBatches.failed',
} as const;

/** Batches of cards, or the one in the URL. */
export default function BatchesTab() {
  const [params] = useSearchParams();
  const id = params.get('batch');
  return id === null ? <BatchList /> : <BatchView key={id} id={id} />;
}

function BatchList() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const open = (batch: string) => setParams(withParameters(params, { batch }), { state: SAME_SCREEN });
  const stage = stageIn(params, 'stage');
  const words = t('adminBatches.stage', { returnObjects: true });
  return (
    <SearchedList
      className="batches"
      words={WORDS}
      parameter="note"
      filter={{ stage }}
      query={AdminBatchesDocument}
      part={AdminBatchesPartDocument}
      field="batches"
      filters={() => (
        <FilterGroup
          label={t('adminBatches.byStage')}
          heading={t('adminBatches.withStage')}
          name="stage"
          chosen={stage}
          choices={[undefined, ...STAGES]}
          words={(one) => (one === undefined ? t('adminBatches.anyStage') : words[one])}
          count={undefined}
        />
      )}
      failure={undefined}
      none={(search) => t(stage !== undefined || search !== '' ? 'adminBatches.noneFound' : 'adminBatches.none')}
      columns={COLUMNS}
      rowClass="batch-row"
      cardHeight={136}
      row={({ id }) => ({ onOpen: () => open(id), added: {} })}
    >
      {() => null}
    </SearchedList>
  );
}
