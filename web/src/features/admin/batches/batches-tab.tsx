import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../../browser/same-screen.ts';
import { withParameters } from '../../../browser/with-parameters.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import type { ListExport } from '../../../lists/export-list.ts';
import { FilterGroup } from '../../../lists/filter-group.tsx';
import { LongTableRow } from '../../../lists/long-table-row.tsx';
import { SearchedList } from '../../../lists/searched-list.tsx';
import { AdminBatchesDocument, AdminBatchesPartDocument, type BatchRowFragment } from './batch.generated.ts';
import { BatchView } from './batch-view.tsx';
import { countOf, STAGES, stageIn } from './stages.ts';
import './batches.css';

const WORDS = {
  title: 'adminBatches.title',
  search: 'adminBatches.search',
  count: 'adminBatches.count',
  showAll: 'adminBatches.showAll',
  failed: 'adminBatches.failed',
} as const;

const COLUMNS = [
  { head: 'adminBatches.noteHead', order: 'NOTE' },
  { head: 'adminBatches.sizeHead', className: 'batch-head--size', order: 'SIZE' },
  { head: 'adminBatches.stagesHead', order: 'STAGE' },
  { head: 'adminBatches.madeHead', className: 'batch-head--made', order: 'CREATED' },
] as const;

/** Batches of cards, or the one in the URL. */
export default function BatchesTab() {
  const [params] = useSearchParams();
  const id = params.get('batch');
  return id === null ? <BatchList /> : <BatchView key={id} id={id} />;
}

const EXPORTED: ListExport<BatchRowFragment> = {
  columns: [
    { name: 'id', head: 'adminBatches.idHead', value: ({ id }) => id },
    { name: 'note', head: 'adminBatches.noteHead', value: ({ note }) => note },
    { name: 'size', head: 'adminBatches.sizeHead', value: ({ size }) => size },
    {
      name: 'stages',
      head: 'adminBatches.stagesHead',
      value: (batch) =>
        STAGES.flatMap((one) => (countOf(batch, one) > 0 ? `${one} ${countOf(batch, one)}` : [])).join(', '),
    },
    { name: 'madeAt', head: 'adminBatches.madeHead', value: ({ madeAt }) => madeAt },
    { name: 'madeBy', head: 'adminBatches.byHead', value: ({ madeBy }) => madeBy?.username ?? '' },
  ],
};

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
      exported={EXPORTED}
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
      cardHeight={136}
      renderRow={(batch, index) => (
        <LongTableRow key={batch.id} index={index} className="batch-row" onOpen={() => open(batch.id)}>
          {(tabIndex) => <BatchCells batch={batch} tabIndex={tabIndex} />}
        </LongTableRow>
      )}
    >
      {() => null}
    </SearchedList>
  );
}

function BatchCells({ batch, tabIndex }: { readonly batch: BatchRowFragment; readonly tabIndex: 0 | -1 }) {
  const { t, format } = useLocale();
  const [params] = useSearchParams();
  const words = t('adminBatches.stage', { returnObjects: true });
  const { id, note, size, madeAt, madeBy } = batch;
  const present = STAGES.filter((stage) => countOf(batch, stage) > 0);
  return (
    <>
      <th scope="row" className="batch-cell--note" dir="auto">
        <Link
          to={{ search: withParameters(params, { batch: id, stage: undefined }).toString() }}
          state={SAME_SCREEN}
          tabIndex={tabIndex}
        >
          {note || t('adminBatches.unnamed')}
        </Link>
      </th>
      <td className="tabular batch-cell--size">{t('adminBatches.cards', format.counted(size))}</td>
      <td className="batch-cell--stages">
        {present.map((stage) => `${words[stage]} ${format.number(countOf(batch, stage))}`).join(' · ')}
      </td>
      <td className="batch-cell--made tabular">
        <time dateTime={madeAt}>{format.date(madeAt)}</time> <bdi translate="no">{madeBy.username ?? madeBy.id}</bdi>
      </td>
    </>
  );
}
