import { useQuery } from '@apollo/client/react';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../../browser/same-screen.ts';
import { withParameters } from '../../../browser/with-parameters.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { rowsOf } from '../../../lists/export-list.ts';
import { FilterGroup } from '../../../lists/filter-group.tsx';
import { ListMenu } from '../../../lists/list-menu.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Loaded } from '../loaded.tsx';
import { AdminBatchDocument, type AdminBatchQuery } from './batch.generated.ts';
import { BatchHistory } from './batch-history.tsx';
import { BatchTools, SelectionTools, type Tool } from './batch-tools.tsx';
import { CardsTable, EXPORTED } from './cards-table.tsx';
import { countOf, STAGES, stageIn } from './stages.tsx';
import './batches.css';

const NoteDialog = lazyPart(() => import('./note-dialog.tsx'));
const PrintDialog = lazyPart(() => import('../../../print/print-dialog.tsx'));
const NfcDialog = lazyPart(() => import('../chips/nfc-dialog.tsx'));
const ListDialog = lazyPart(() => import('./list-dialog.tsx'));

/** One batch: its cards and their stages, what can be made of them, and its history. */
export default function BatchView({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const query = useQuery(AdminBatchDocument, { variables: { id } });
  return (
    <section className="opened batch" aria-label={t('adminBatches.batch')}>
      <Link
        className="icon-button"
        to={{ search: withParameters(params, { batch: undefined, cards: undefined, cardOrder: undefined }).toString() }}
        state={SAME_SCREEN}
        aria-label={t('adminBatches.back')}
        title={t('adminBatches.back')}
      >
        <ArrowLeft aria-hidden="true" />
      </Link>
      <Loaded of={query} failed="adminBatches.failed" waiting="adminBatches.loading" height="20rem">
        {({ batch }) => <Shown batch={batch} onChanged={() => void query.refetch().catch(() => {})} />}
      </Loaded>
    </section>
  );
}

interface ShownProps {
  readonly batch: AdminBatchQuery['batch'];
  readonly onChanged: () => void;
}

function Shown({ batch, onChanged }: ShownProps) {
  const { t, format } = useLocale();
  const [params] = useSearchParams();
  const [open, setOpen] = useState<Tool | 'note'>();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const words = t('adminBatches.stage', { returnObjects: true });
  const stage = stageIn(params, 'cards');
  const { id, note, size, madeAt, madeBy } = batch;
  const shown = batch.cards.filter((card) => stage === undefined || card.stage === stage);
  const chosen = shown.filter(({ number }) => ticked.has(number));
  // Without a choice, actions are for all shown cards.
  const meant = chosen.length === 0 ? shown : chosen;
  const numbers = meant.map(({ number }) => number);
  const [first] = meant;
  const close = () => setOpen(undefined);
  const onMarked = () => {
    setTicked(new Set());
    onChanged();
    // Their buttons go with the selection.
    document.querySelector<HTMLElement>('.batch [data-row][tabindex="0"]')?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="opened__head">
        <h2 className="opened__title" dir="auto">
          {note || t('adminBatches.unnamed')}
        </h2>
        <p className="batch__made">
          {t('adminBatches.cards', format.counted(size))}
          {' · '}
          <time dateTime={madeAt}>{format.dayAndTime(madeAt)}</time>
          {' · '}
          <bdi translate="no">{madeBy.username ?? madeBy.id}</bdi>
        </p>
        <ListMenu
          exported={{
            name: 'cards',
            exported: EXPORTED,
            total: meant.length,
            read: async () => rowsOf(EXPORTED, meant),
          }}
          hasKey={(key) => key === 'move' || key === 'ends' || key === 'tick' || key === 'help'}
          entries={[
            { id: 'note', label: t('adminBatches.noteChange'), onAction: () => setOpen('note') },
            { id: 'list', label: t('adminBatches.readList'), onAction: () => setOpen('list') },
          ]}
        />
      </div>
      <FilterGroup
        label={t('adminBatches.byStage')}
        heading={t('adminBatches.stageHead')}
        name="cards"
        chosen={stage}
        choices={[undefined, ...STAGES]}
        words={(one) => (one === undefined ? t('adminBatches.anyStage') : words[one])}
        count={(one) => countOf(batch, one)}
      />
      <CardsTable key={stage ?? ''} cards={shown} ticked={ticked} onTick={setTicked} />
      {chosen.length === 0 ? (
        <BatchTools shown={shown.length} onOpen={setOpen} />
      ) : (
        <SelectionTools
          batch={id}
          cards={chosen}
          onMarked={onMarked}
          onUntick={() => setTicked(new Set())}
          onPrint={() => setOpen('print')}
        />
      )}
      <BatchHistory batch={batch} onRestored={onChanged} />
      {open === 'print' && first !== undefined && (
        <PrintDialog
          choice={{ by: 'pages', pages: meant.map(({ page }) => page) }}
          count={meant.length}
          sample={first.page}
          batch={{ id, numbers }}
          onClose={close}
        />
      )}
      {open === 'nfc' && (
        <NfcDialog
          batch={id}
          onClose={() => {
            close();
            onChanged();
          }}
        />
      )}
      {open === 'note' && <NoteDialog batch={id} note={note} onSaved={onChanged} onClose={close} />}
      {open === 'list' && <ListDialog batch={id} onMarked={onChanged} onClose={close} />}
    </>
  );
}
