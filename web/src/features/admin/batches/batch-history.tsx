import { useMutation } from '@apollo/client/react';
import { failureOf } from '../../../api/failure.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { type AdminBatchQuery, RestoreBatchDocument } from './batch.generated.ts';

type Change = AdminBatchQuery['batch']['history'][number];

interface BatchHistoryProps {
  readonly batch: Pick<AdminBatchQuery['batch'], 'id' | 'version' | 'history'>;
  readonly onRestored: () => void;
}

/** Changes of a batch, each with a button that puts its stages and its note back. */
export function BatchHistory({ batch: { id, version: present, history }, onRestored }: BatchHistoryProps) {
  const { t, format } = useLocale();
  const words = t('adminBatches.stage', { returnObjects: true });
  const [restore, { loading, error }] = useMutation(RestoreBatchDocument);
  return (
    <details className="batch__history">
      <summary>{t('adminBatches.history')}</summary>
      <FailureNotice failure={error && failureOf(error, 'adminBatches.restoreFailed')} />
      <ol>
        {joined(history).map(({ version, changedAt, by, counts, note, restoredFrom }) => (
          <li key={version}>
            <time dateTime={changedAt}>{format.dayAndTime(changedAt)}</time>{' '}
            <bdi translate="no">{by.username ?? by.id}</bdi> {restoredFrom !== null && `${t('adminBatches.putBack')} `}
            {counts.length === 0 && note === null && t('adminBatches.made')}
            {[
              ...counts.map(([stage, count]) => `${words[stage]} ${format.number(count)}`),
              ...(note === null
                ? []
                : [t(note === '' ? 'adminBatches.noteRemoved' : 'adminBatches.noteNow', { note })]),
            ].join(' · ')}
            {version !== present && (
              <Button
                look="quiet"
                busy={loading}
                onClick={() => restore({ variables: { id, version } }).then(onRestored, () => {})}
              >
                {t('adminBatches.restore')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

type Counted = Omit<Change, 'marks'> & {
  readonly counts: readonly (readonly [Change['marks'][number]['stage'], number])[];
};

/** One line for marks of one stage by one person in a row: chips are written one by one. */
function joined(history: readonly Change[]): readonly Counted[] {
  const lines: Counted[] = [];
  for (const { marks, ...change } of history) {
    const counts = marks.map(({ stage, numbers }) => [stage, numbers.length] as const);
    const later = lines.at(-1);
    const [one, former] = [counts[0], later?.counts[0]];
    const same = later?.by.id === change.by.id && later.restoredFrom === null && change.restoredFrom === null;
    if (same && one !== undefined && former !== undefined && one[0] === former[0]) {
      lines[lines.length - 1] = { ...later, counts: [[one[0], one[1] + former[1]]] };
    } else lines.push({ ...change, counts });
  }
  return lines;
}
