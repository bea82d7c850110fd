import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../../browser/same-screen.ts';
import { withParameters } from '../../../browser/with-parameters.ts';
import type { Column, Row } from '../../../lists/column.tsx';
import { FilterSelect } from '../../../lists/filter-select.tsx';
import { SearchedList } from '../../../lists/searched-list.tsx';
import {
  AdminBatchesDocument,
  AdminBatchesPartDocument,
  type BatchColumn,
  type BatchRowFragment,
} from './batch.generated.ts';
import { countOf, STAGES, StageBar, stageIn } from './stages.tsx';
import './batches.css';

const WORDS = {
  title: 'adminBatches.title',
  search: 'adminBatches.search',
  count: 'adminBatches.count',
  showAll: 'adminBatches.showAll',
  failed: 'adminBatches.failed',
} as const;

const reached = (batch: BatchRowFragment) => STAGES.filter((stage) => countOf(batch, stage) > 0);

/** On phones the lines of a card. */
const COLUMNS = [
  { head: 'adminBatches.idHead', value: ({ id }) => id },
  {
    head: 'adminBatches.noteHead',
    order: 'NOTE',
    className: 'batch-column--name',
    isName: true,
    cell: (row) => <BatchName {...row} />,
    value: ({ note }) => note,
  },
  {
    head: 'adminBatches.sizeHead',
    className: 'batch-column--size tabular',
    width: '6.5rem',
    order: 'SIZE',
    descends: true,
    cell: ({ node: { size }, t, format }) => t('adminBatches.cards', format.counted(size)),
    value: ({ size }) => size,
  },
  {
    head: 'adminBatches.stagesHead',
    className: 'batch-column--stages',
    order: 'STAGE',
    cell: ({ node, t, format }) => {
      const words = t('adminBatches.stage', { returnObjects: true });
      return (
        <>
          <StageBar batch={node} />
          {reached(node)
            .map((stage) => `${words[stage]} ${format.number(countOf(node, stage))}`)
            .join(' · ')}
        </>
      );
    },
    value: (batch) =>
      reached(batch)
        .map((stage) => `${stage} ${countOf(batch, stage)}`)
        .join(', '),
  },
  {
    head: 'adminBatches.madeHead',
    className: 'batch-column--made tabular',
    width: '9.5rem',
    order: 'CREATED',
    descends: true,
    cell: ({ node: { madeAt }, format }) => <time dateTime={madeAt}>{format.date(madeAt)}</time>,
    value: ({ madeAt }) => madeAt,
  },
  { head: 'adminBatches.byHead', value: ({ madeBy }) => madeBy.username ?? '' },
] as const satisfies readonly Column<BatchRowFragment, object, BatchColumn>[];

/** The batches of cards made so far. */
export default function BatchList() {
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
      tools={
        <FilterSelect
          label={t('adminBatches.byStage')}
          name="stage"
          chosen={stage}
          choices={STAGES}
          words={(one) => (one === undefined ? t('adminBatches.stagesHead') : words[one])}
        />
      }
      toolsFit
      failure={undefined}
      none={(search) => t(stage !== undefined || search !== '' ? 'adminBatches.noneFound' : 'adminBatches.none')}
      columns={COLUMNS}
      rowClass="batch-row"
      lines="two"
      cardHeight={96}
      row={({ id }) => ({ onOpen: () => open(id), added: {} })}
    >
      {() => null}
    </SearchedList>
  );
}

function BatchName({ node: { id, note, madeBy }, tabIndex, t }: Row<BatchRowFragment>) {
  const [params] = useSearchParams();
  return (
    <>
      <Link
        className="row-name"
        to={{ search: withParameters(params, { batch: id, stage: undefined }).toString() }}
        state={SAME_SCREEN}
        tabIndex={tabIndex}
      >
        {note || t('adminBatches.unnamed')}
      </Link>
      <bdi className="row-detail" translate="no">
        {madeBy.username ?? madeBy.id}
      </bdi>
    </>
  );
}
