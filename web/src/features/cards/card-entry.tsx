import { useApolloClient } from '@apollo/client/react';
import { useId, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type PageCardsFragment, ReportCardFoundDocument, ReportCardLostDocument } from './cards-page.generated.ts';
import { ReleaseCard } from './release-card.tsx';
import '../../ui/state-badge.css';

/** Loaded when it is opened, with the library for forms. */
export const CardIdDialog = lazyPart(() => import('./card-id-dialog.tsx'));

/** Colours of the states of pages. */
const LOOKS = { IN_USE: 'active', LOST: 'deactivated', REPLACED: 'inactive' } as const;

interface CardEntryProps {
  readonly pageId: string;
  readonly card: PageCardsFragment['cards'][number];
  /** Called after a refusal, because the card may have been changed in another browser. */
  readonly onChanged: () => void;
}

/** One card that leads to the page, called by its day: its status, its id and its actions. */
export function CardEntry({ pageId, card, onChanged }: CardEntryProps) {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const key = useId();
  const [replacing, setReplacing] = useState(false);
  const { id, status, since, addedAt } = card;
  const { run, busy, failure } = useAction(
    () =>
      client.mutate({
        mutation: status === 'LOST' ? ReportCardFoundDocument : ReportCardLostDocument,
        variables: { id, expectedVersion: card.version },
      }),
    (error) => {
      onChanged();
      return failureOf(error, 'cards.changeFailed');
    },
  );
  const statuses = t('cards.status', { returnObjects: true });
  const dates = t('cards.since', { returnObjects: true });
  const date = since ?? addedAt;
  return (
    <article className="card-entry" aria-labelledby={`${key}name ${key}id`}>
      <div className="cluster middle gap-2-3">
        <h2 id={`${key}name`} className="card-entry__name">
          {addedAt === null ? t('cards.card') : t('cards.named', { date: format.shortDate(addedAt) })}
        </h2>
        <span className={`state-badge state-badge--${LOOKS[status]}`}>{statuses[status]}</span>
      </div>
      <p className="card-entry__meaning">{t('cards.meaning', { returnObjects: true })[status]}</p>
      <p className="card-entry__facts cluster middle gap-1-3">
        {date !== null && (
          <span>{dates[since === null ? 'ADDED' : status].replace('{{date}}', format.date(date))}</span>
        )}
        <code id={`${key}id`} translate="no" dir="ltr">
          {id}
        </code>
      </p>
      <FailureNotice failure={failure} />
      <div className="card-entry__actions cluster middle gap-2-3">
        {status !== 'REPLACED' && (
          <>
            <Button look={status === 'LOST' ? 'primary' : 'secondary'} busy={busy} onClick={() => void run()}>
              {t(status === 'LOST' ? 'cards.found' : 'cards.lost')}
            </Button>
            <Button look="secondary" aria-haspopup="dialog" onClick={() => setReplacing(true)}>
              {t('cards.replace')}
            </Button>
          </>
        )}
        {id !== pageId && <ReleaseCard {...{ card, onChanged }} />}
      </div>
      {replacing && <CardIdDialog {...{ pageId, card, onChanged }} onClose={() => setReplacing(false)} />}
    </article>
  );
}
