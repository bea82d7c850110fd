import { useTranslation } from 'react-i18next';
import { Link, type To } from 'react-router';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { MessageRowFragment } from './message-row.generated.ts';

interface MessageRowProps {
  readonly message: MessageRowFragment;
  readonly to: To;
  readonly chosen: boolean;
}

/** A message in the list: subject, sender, age and status. */
export function MessageRow({ message, to, chosen }: MessageRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { subject, name, status, createdAt, handler } = message;
  return (
    <Link
      to={to}
      state={SAME_SCREEN}
      className="message-row"
      data-status={status}
      aria-current={chosen ? 'true' : undefined}
    >
      <span className="message-row__subject" dir="auto">
        {subject}
      </span>
      <span className="message-row__from" dir="auto">
        {name}
      </span>
      <time className="message-row__age tabular" dateTime={createdAt} title={format.dayAndTime(createdAt)}>
        {format.age(createdAt)}
      </time>
      <span className="message-row__state">
        {t('support.status', { returnObjects: true })[status]}
        {handler !== null && ` · ${handler.username}`}
      </span>
    </Link>
  );
}
