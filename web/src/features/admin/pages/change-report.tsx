import { Download, Undo2 } from 'lucide-react';
import { saveFile } from '../../../browser/save-file.ts';
import { csvFile } from '../../../i18n/csv.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Button } from '../../../ui/button.tsx';
import { type ChangeRun, type SelectedPage, undoOf } from './change-pages.ts';

/** Refusals in the dialog; the file has all of them. */
const MOST_SHOWN = 100;
const HEADS = [
  'adminPages.idHead',
  'adminPages.nameHead',
  'adminPages.stateBefore',
  'adminPages.outcomeHead',
  'adminPages.reasonHead',
] as const;

interface ChangeReportProps {
  readonly run: ChangeRun;
  /** Whether the run undid another one, which is not undone itself. */
  readonly undoing: boolean;
  readonly onGoOn: () => void;
  readonly onUndo: () => void;
}

export function ChangeReport({ run, undoing, onGoOn, onUndo }: ChangeReportProps) {
  const { t, format, language } = useLocale();
  const words = t('adminPages.changeOutcome', { returnObjects: true });
  const { requested, outcomes } = run;
  const counted = { DONE: 0, UNCHANGED: 0, REFUSED: 0, LEFT: 0 };
  for (const place of requested.keys()) counted[outcomes[place]?.outcome ?? 'LEFT'] += 1;
  const refused = requested.flatMap(({ page }, place) => {
    const { outcome, error } = outcomes[place] ?? {};
    return outcome === 'REFUSED' ? [{ page, error }] : [];
  });
  const undone = undoing ? [] : undoOf(run);

  const save = () => {
    const rows = requested.map(({ page: { id, displayName, state } }, place) => {
      const { outcome = 'LEFT', error } = outcomes[place] ?? {};
      return [id, displayName, state, words[outcome], error ?? ''];
    });
    const table = [HEADS.map((head) => t(head)), ...rows];
    saveFile(`changes-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.csv`, csvFile(table, language));
  };

  return (
    <div className="stack gap-4">
      <div role="status">
        <dl className="change-pages__counts tabular">
          {Object.entries(counted).map(
            ([outcome, count]) =>
              (count > 0 || outcome === 'DONE') && (
                <div key={outcome} style={{ display: 'contents' }}>
                  <dt>{format.number(count)}</dt>
                  <dd>{words[outcome as keyof typeof counted]}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
      {refused.length > 0 && <Refusals refused={refused} />}
      {!undoing && undone.length < counted.DONE && <p>{t('adminPages.undoNotAll')}</p>}
      <div className="cluster gap-3">
        {counted.LEFT > 0 && <Button onClick={onGoOn}>{t('adminPages.changeGoOn')}</Button>}
        {undone.length > 0 && (
          <Button look="secondary" icon={Undo2} onClick={onUndo}>
            {t('adminPages.undo', format.counted(undone.length))}
          </Button>
        )}
        <Button look="secondary" icon={Download} onClick={save}>
          {t('adminPages.changeFile')}
        </Button>
      </div>
    </div>
  );
}

interface RefusalsProps {
  readonly refused: readonly { readonly page: SelectedPage; readonly error: string | null | undefined }[];
}

function Refusals({ refused }: RefusalsProps) {
  const { t, format } = useLocale();
  return (
    <>
      <table className="change-pages__refused">
        <thead>
          <tr>
            <th scope="col">{t('adminPages.nameHead')}</th>
            <th scope="col">{t('adminPages.idHead')}</th>
            <th scope="col">{t('adminPages.reasonHead')}</th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, MOST_SHOWN).map(({ page: { id, displayName }, error }) => (
            <tr key={id}>
              <th scope="row" dir="auto">
                {displayName || t('adminPages.unnamed')}
              </th>
              <td>
                <code translate="no">{id}</code>
              </td>
              <td>{error}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {refused.length > MOST_SHOWN && <p>{t('adminPages.refusedMore', format.counted(refused.length))}</p>}
    </>
  );
}
