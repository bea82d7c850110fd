import { Link, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../../browser/same-screen.ts';
import { withParameters } from '../../../browser/with-parameters.ts';
import type { Column, Row } from '../../../lists/column.tsx';
import type { BatchColumn, BatchRowFragment } from './batch.generated.ts';
import { countOf, STAGES } from './stages.ts';

const reached = (batch: BatchRowFragment) => STAGES.filter((stage) => countOf(batch, stage) > 0);

/** The columns of the list of batches; on phones the lines of a card. */
export const COLUMNS = [
  { head: 'adminBatches.idHead', name: 'id', value: ({ id }) => id },
  {
    head: 'adminBatches.noteHead',
    order: 'NOTE',
    isName: true,
    cell: (row) => <BatchLink {...row} />,
    name: 'note',
    value: ({ note }) => note,
  },
  {
    head: 'adminBatches.sizeHead',
    className: 'batch-column--size tabular',
    width: '9rem',
    order: 'SIZE',
    descends: true,
    cell: ({ node: { size }, t, format }) => t('adminBatches.cards', format.counted(size)),
    name: 'size',
    value: ({ size }) => size,
  },
  {
    head: 'adminBatches.stagesHead',
    order: 'STAGE',
    cell: ({ node, t, format }) => {
      const words = t('adminBatches.stage', { returnObjects: true });
      return reached(node)
        .map((stage) => `${words[stage]} ${format.number(countOf(node, stage))}`)
        .join(' · ');
    },
    name: 'stages',
    value: (batch) =>
      reached(batch)
        .map((stage) => `${stage} ${countOf(batch, stage)}`)
        .join(', '),
  },
  {
    head: 'adminBatches.madeHead',
    className: 'batch-column--made tabular',
    width: '21rem',
    order: 'CREATED',
    descends: true,
    cell: ({ node: { madeAt, madeBy }, format }) => (
      <>
        <time dateTime={madeAt}>{format.date(madeAt)}</time> <bdi translate="no">{madeBy.username ?? madeBy.id}</bdi>
      </>
    ),
    name: 'madeAt',
    value: ({ madeAt }) => madeAt,
  },
  { head: 'adminBatches.byHead', name: 'madeBy', value: ({ madeBy }) => madeBy.username ?? '' },
] as const satisfies readonly Column<BatchRowFragment, object, BatchColumn>[];

function BatchLink({ node: { id, note }, tabIndex, t }: Row<BatchRowFragment>) {
  const [params] = useSearchParams();
  return (
    <Link
      to={{ search: withParameters(params, { batch: id, stage: undefined }).toString() }}
      state={SAME_SCREEN}
      tabIndex={tabIndex}
    >
      {note || t('adminBatches.unnamed')}
    </Link>
  );
}
