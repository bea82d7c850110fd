import { useApolloClient } from '@apollo/client/react';
import { useId, useState } from 'react';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmed, UNCONFIRMED_ITEMS } from '../../../ui/confirmed.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { OwnerField } from '../owner-field.tsx';
import type { Owner } from '../use-owner.ts';
import { type ListFilter, type PageChange, readSelected, undoOf, undoRunOf } from './change-pages.ts';
import { ChangeReport } from './change-report.tsx';
import { ReasonField, reasonOf } from './reason-field.tsx';
import { useChangeRun } from './use-change-run.ts';
import { useRunToast } from './use-page-actions.ts';
import type { Selection } from './use-selection.ts';
import './change-dialog.css';

const ACTIONS = ['ACTIVE', 'INACTIVE', 'DEACTIVATED', 'GIVE', 'TAKE'] as const;
type Action = (typeof ACTIONS)[number];

interface ChangeDialogProps {
  readonly selection: Selection;
  readonly filter: ListFilter;
  readonly count: number;
  readonly onClose: () => void;
}

/** Changes all selected pages, reports what became of each, and undoes it. */
export default function ChangeDialog({ selection, filter, count, onClose }: ChangeDialogProps) {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const names = t('adminPages.change', { returnObjects: true });
  const hints = t('adminPages.changeHints', { returnObjects: true });
  const { run, progress, failure, start, goOn, stop } = useChangeRun();
  const tell = useRunToast();
  const [action, setAction] = useState<Action>('ACTIVE');
  const [owner, setOwner] = useState<Owner | null>(null);
  const [common, setCommon] = useState('');
  const [words, setWords] = useState('');
  const [undoing, setUndoing] = useState(false);
  // The selection is as it was when the dialog opened.
  const [{ all, pages, number }] = useState({ all: selection.all, pages: selection.pages, number: count });
  const change = changeOf(action, owner);

  const send = async () => {
    if (change === undefined) return;
    const isOwners = 'ownerId' in change;
    const counted = format.counted(number);
    const question = isOwners
      ? { text: t('adminPages.confirmOwners', counted), action: names[action], danger: true }
      : { title: t('adminPages.confirmChange', { ...counted, change: names[action] }), action: names[action] };
    if ((isOwners || number > UNCONFIRMED_ITEMS) && !(await confirmed(question))) return;
    const reason = action === 'DEACTIVATED' ? reasonOf(common, words) : undefined;
    const finished = await start(number, reason, async (signal, onProgress) => {
      const leftOut = new Set(pages.map(({ id }) => id));
      const selected = all ? await readSelected(client, filter, leftOut, { signal, onProgress }) : pages;
      return selected.map((page) => ({ page, change }));
    });
    // A report would have nothing to add.
    if (
      finished &&
      undoOf(finished).length === finished.outcomes.filter((one) => one?.outcome !== 'UNCHANGED').length
    ) {
      selection.clear();
      onClose();
      tell(t('adminPages.changed', { ...format.counted(finished.requested.length), change: names[action] }), finished);
    }
  };

  // The work is stopped first, so that nobody misses the report.
  const close = () => {
    if (progress !== undefined) return stop();
    if (run !== undefined) selection.clear();
    onClose();
  };

  return (
    <Dialog
      title={t('adminPages.changeTitle', format.counted(number))}
      close={t('adminPages.close')}
      dismissable={progress === undefined && run === undefined}
      onClose={close}
    >
      {progress !== undefined && <Working {...progress} onStop={stop} />}
      <FailureNotice failure={failure} />
      {progress === undefined && run !== undefined && (
        <ChangeReport
          key={run.key}
          run={run}
          undoing={undoing}
          onGoOn={goOn}
          onUndo={() => {
            setUndoing(true);
            const undone = undoRunOf(run);
            if (undone) void start(undone.requested.length, undone.reason, async () => undone.requested);
          }}
        />
      )}
      {progress === undefined && run === undefined && (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <SelectField
            label={t('adminPages.changeWhat')}
            hint={hints[action]}
            options={ACTIONS.map((one) => [one, names[one]])}
            value={action}
            onChange={({ target }) => setAction(target.value as Action)}
          />
          {action === 'GIVE' && <OwnerField label={t('adminPages.owner')} value={owner} onChange={setOwner} />}
          {action === 'DEACTIVATED' && (
            <ReasonField
              common={{ value: common, onChange: ({ target }) => setCommon(target.value) }}
              words={{ value: words, onChange: ({ target }) => setWords(target.value) }}
              isCommon={common !== ''}
            />
          )}
          <div className="modal__actions">
            <Button type="submit" disabled={change === undefined}>
              {t('adminPages.changeNow', format.counted(number))}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** Undefined as long as nobody is chosen to get the pages. */
function changeOf(action: Action, owner: Owner | null): PageChange | undefined {
  if (action === 'TAKE') return { ownerId: null };
  if (action !== 'GIVE') return { state: action };
  return owner === null ? undefined : { ownerId: owner.id };
}

interface WorkingProps {
  readonly step: 'reading' | 'changing';
  readonly done: number;
  readonly total: number;
  readonly onStop: () => void;
}

function Working({ step, done, total, onStop }: WorkingProps) {
  const { t, format } = useLocale();
  const id = useId();
  return (
    <div className="change-pages__working stack at-start gap-3">
      <p id={id} className="tabular">
        {t(step === 'reading' ? 'adminPages.changeReading' : 'adminPages.changeSending', {
          done: format.number(done),
          number: format.number(total),
        })}
      </p>
      <progress aria-labelledby={id} max={total} value={Math.min(done, total)} />
      <Button look="secondary" onClick={onStop}>
        {t('adminPages.changeStop')}
      </Button>
    </div>
  );
}
