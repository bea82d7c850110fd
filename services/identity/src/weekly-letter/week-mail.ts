import type { Message } from '@volant/infra/mail/mail';
import { addDays } from '@volant/infra/time/paris-day';
import { withFirst } from '@volant/proto/text/first-of-month';
import { LANGUAGES } from '@volant/proto/text/languages';
import type { IdentityParts } from '../user/commands/parts.ts';
import type { WeeklyLetterDue } from '../user/domain/events.ts';
import type { UserState } from '../user/domain/user.ts';
import { layOut, type MailLine } from '../user/mails/mail-layout.ts';
import { type LetterFigure, mostChanged } from './most-changed.ts';

/** Stands for the request in tokens of this purpose: one link of an account stays valid. */
export const EVERY_WEEK = 'every week';

/** Undefined if nothing happened in the week, or the person no longer wants the letter. */
export async function weekMail(
  { weekTokens, origin, weekFigures }: Pick<IdentityParts, 'weekTokens' | 'origin' | 'weekFigures'>,
  account: UserState,
  { week, language }: WeeklyLetterDue['data'],
  eventId: string,
): Promise<Message | undefined> {
  if (account.status !== 'active' || account.weeklyLetter === null || weekFigures === undefined) return undefined;
  const figures = mostChanged(await weekFigures(account.userId, week));
  if (figures.length === 0) return undefined;
  const { token } = weekTokens.tokenFor(account.userId, EVERY_WEEK);
  const link = (path: string) => new URL(`${path}?token=${token}`, origin()).href;
  const { locale } = LANGUAGES[language];
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const day = (date: string) => withFirst(format.format(new Date(date)), locale);
  return {
    id: eventId,
    to: account.email,
    // For mail programs; it answers people with the screen of the link below the letter.
    unsubscribe: link('/api/letters/unsubscribe'),
    ...layOut({
      name: figures.some(({ before }) => before === null) ? 'firstWeek' : 'week',
      language,
      address: new URL('/dashboard', origin()).href,
      span: { from: day(addDays(week, -7)), to: day(addDays(week, -1)) },
      lines: figures.map((figure) => lineOf(figure, locale)),
      unsubscribe: link('/unsubscribe'),
    }),
  };
}

function lineOf({ type, now, before }: LetterFigure, locale: string): MailLine {
  const count = new Intl.NumberFormat(locale).format(now);
  if (before === null || before === now) return { type, count, change: before === null ? undefined : '' };
  const change = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(now - before);
  // The minus sign U+2212 is as wide as the plus.
  return { type, count, change: change.replace('-', '\u2212') };
}
