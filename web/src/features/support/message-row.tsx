import { useEffect, useRef } from 'react';
import { Link, type To } from 'react-router';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import type { MessageRowFragment } from './message-row.generated.ts';
import { answerPromise } from './promise.ts';
import { useMessageWords } from './use-message-words.ts';

/** Characters; the row shows two lines of them at most. */
const LONGEST_EXCERPT = 200;

interface MessageRowProps {
  readonly message: MessageRowFragment;
  readonly to: To;
  readonly chosen: boolean;
}

/** A message in the list: subject, sender, age, first words, status and, while it is open, the promised answer. */
export function MessageRow({ message, to, chosen }: MessageRowProps) {
  const { t, format } = useLocale();
  const { body, status, waitingSince, replied, unread, handler, report } = message;
  const { title, from, reason } = useMessageWords(message);
  // Nobody promises an answer to reports.
  const promise =
    status === 'OPEN' && report === null && !replied ? answerPromise(waitingSince, Date.now()) : undefined;
  const row = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <Link
      ref={row}
      to={to}
      state={SAME_SCREEN}
      className="message-row"
      data-status={status}
      aria-current={chosen ? 'true' : undefined}
    >
      <span className="message-row__subject" dir="auto">
        {title}
      </span>
      <span className="message-row__from" dir="auto">
        {from}
      </span>
      <time className="message-row__age tabular" dateTime={waitingSince} title={format.dayAndTime(waitingSince)}>
        {format.age(waitingSince)}
      </time>
      <span className="message-row__excerpt" dir="auto">
        {reason !== undefined && `${reason}. `}
        {body.slice(0, LONGEST_EXCERPT)}
      </span>
      <span className="message-row__state">
        {t('support.status', { returnObjects: true })[status]}
        {unread && (
          <>
            {' · '}
            <strong>{t('support.unread')}</strong>
          </>
        )}
        {handler !== null && ` · ${handler.username}`}
        {promise !== undefined && (
          <>
            {' · '}
            <span className="message-row__promise" data-urgency={promise.urgency}>
              {t(promise.urgency === 'late' ? 'support.overdue' : 'support.promised', {
                when: format.weekdayAndTime(promise.deadline),
              })}
            </span>
          </>
        )}
      </span>
    </Link>
  );
}
