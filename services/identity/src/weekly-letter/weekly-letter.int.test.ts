import type { WeekFigure } from '@volant/infra/process/server/remote-service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DELETE_ME,
  ORIGIN,
  openIdentity,
  PASSWORD,
  type TestIdentity,
  UNSUBSCRIBE,
  UPDATE_PROFILE,
} from '../testing/open-identity.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const BUSY: readonly WeekFigure[] = [
  { type: 'VIEW', now: 230, before: 250 },
  { type: 'CLICK_CALL', now: 12, before: 7 },
];

let there: TestIdentity;
let queries: [string, string][];
let figures: (userId: string) => readonly WeekFigure[];
/** Hours that the clock of the service is ahead. */
let ahead: number;

beforeEach(async () => {
  queries = [];
  ahead = 0;
  figures = () => BUSY;
  const weekFigures = async (userId: string, monday: string) => {
    queries.push([userId, monday]);
    return figures(userId);
  };
  there = await openIdentity(undefined, {}, { weekFigures });
});
afterEach(() => there.close());

/** Advances the clock to the next Monday at 8:30 or 9:30 in Paris. */
function toMonday(): string {
  const now = Date.now() + ahead * HOUR;
  const monday = new Date(now - (now % DAY) + 7.5 * HOUR);
  do monday.setTime(monday.getTime() + DAY);
  while (monday.getUTCDay() !== 1);
  const hours = (monday.getTime() - now) / HOUR;
  ahead += hours;
  there.later(hours * HOUR);
  return monday.toISOString().slice(0, 10);
}

async function subscriber(name: string, language: 'fr' | 'en' = 'en') {
  const person = await there.signUp(name);
  const { token } = person;
  const answer = await there.ask(UPDATE_PROFILE, { input: { weeklyLetter: true } }, { token, language });
  expect(answer.data).toMatchObject({ updateProfile: { weeklyLetter: true } });
  return person;
}

const lettersTo = (name: string) => there.mails.filter(({ to }) => to === `${name}@example.com`);
const received = (name: string, count: number) => vi.waitFor(() => expect(lettersTo(name)).toHaveLength(count));
const tokenIn = (name: string) => new URL(lettersTo(name).at(-1)?.unsubscribe ?? '').searchParams.get('token');
const unsubscribe = (token: unknown) => there.ask(UNSUBSCRIBE, { input: { token } });
/** The mailer handles events in order: once this letter has come, an earlier one is not coming any more. */
async function everythingSent(name: string): Promise<void> {
  const { token } = await there.logIn(name);
  await there.ask(
    'mutation { requestPasswordReset(input: { email: "probe@example.com" }) { accepted } }',
    {},
    { token },
  );
  await vi.waitFor(() => expect(lettersTo('probe')).not.toHaveLength(0));
}

describe('weekly letter', () => {
  it('comes once on Monday to those who want it, in the language in which they asked for it', async () => {
    const { user } = await subscriber('ana', 'fr');
    await there.signUp('ben');
    const week = toMonday();
    await there.identity.announceLetters();
    await received('ana', 1);
    const [letter] = lettersTo('ana');
    expect(letter).toMatchObject({ subject: 'Votre semaine en chiffres' });
    expect(letter?.text).toContain('Appels\u00a0: 12 (+5)\nVues\u00a0: 230 (\u221220)\n');
    expect(letter?.unsubscribe).toMatch(`${ORIGIN}/api/letters/unsubscribe?token=`);
    expect(letter?.text).toContain(`${ORIGIN}/unsubscribe?token=`);
    expect(queries).toEqual([[user.id, week]]);

    await there.identity.announceLetters();
    there.later(DAY / 2);
    await there.identity.announceLetters();
    toMonday();
    await there.identity.announceLetters();
    await received('ana', 2);
    expect(lettersTo('ben')).toEqual([]);
  });

  it('does not compare with a week before a page was owned', async () => {
    await subscriber('ana');
    figures = () => BUSY.map((figure) => ({ ...figure, before: null }));
    toMonday();
    await there.identity.announceLetters();
    await received('ana', 1);
    const text = lettersTo('ana')[0]?.text;
    expect(text).toContain('Views: 230\nCalls: 12\n');
    expect(text).not.toContain('difference');
  });

  it('comes once from several processes', async () => {
    for (const name of ['ana', 'ben', 'cleo']) await subscriber(name);
    toMonday();
    const others = [await there.another(), await there.another()];
    await Promise.all([there.identity, ...others].map((each) => each.announceLetters()));
    for (const name of ['ana', 'ben', 'cleo']) await received(name, 1);
    await Promise.all(others.map((each) => each.stop()));
    expect(there.mails).toHaveLength(3);
    expect(new Set(there.mails.map(({ id }) => id)).size).toBe(3);
  });

  it('comes after a restart to those who have not received it, and to nobody twice', async () => {
    for (const name of ['ana', 'ben', 'cleo']) await subscriber(name);
    there.mailServer = ({ to }) => {
      if (to !== 'ana@example.com') throw new Error('the process ends here');
    };
    toMonday();
    await there.identity.announceLetters();
    await received('ana', 1);
    there = await there.restart();
    there.mailServer = () => {};
    for (const name of ['ana', 'ben', 'cleo']) await received(name, 1);
    await there.identity.announceLetters();
    expect(there.mails).toHaveLength(3);
  });

  it('gives way to a link to a new password', async () => {
    const people = Array.from({ length: 90 }, (_, at) => `driver${at}`);
    for (const name of people) await subscriber(name);
    toMonday();
    const ask = 'mutation { requestPasswordReset(input: { email: "driver0@example.com" }) { accepted } }';
    let attempts = 0;
    let announced = () => {};
    const whenAnnounced = new Promise<void>((resolve) => {
      announced = resolve;
    });
    there.mailServer = async () => {
      attempts += 1;
      const isTenth = attempts === 10;
      await whenAnnounced;
      // While the letters that came since are sent.
      if (isTenth) await there.ask(ask);
    };
    await there.identity.announceLetters();
    announced();
    await vi.waitFor(() => expect(there.mails).toHaveLength(people.length + 1));
    expect(there.mails.findIndex(({ unsubscribe: link }) => link === undefined)).toBeLessThan(60);
  });

  it('waits while the figures cannot be read', async () => {
    await subscriber('ana');
    figures = () => {
      throw new Error('no answer');
    };
    toMonday();
    await there.identity.announceLetters();
    await vi.waitFor(() => expect(queries).not.toEqual([]));
    figures = () => BUSY;
    await received('ana', 1);
  });

  it('does not come after a week without visits, nor at another time', async () => {
    await subscriber('ana');
    await there.signUp('probe');
    figures = () => [{ type: 'VIEW', now: 0, before: 20 }];
    toMonday();
    await there.identity.announceLetters();
    await vi.waitFor(() => expect(queries).toHaveLength(1));
    there.later(3 * DAY);
    ahead += 72;
    await there.identity.announceLetters();
    await everythingSent('probe');
    expect(queries).toHaveLength(1);
    expect(lettersTo('ana')).toEqual([]);
  });

  it('ends with its link, as often as that is used, and comes again when it is wanted again', async () => {
    await subscriber('ana');
    await there.signUp('probe');
    toMonday();
    await there.identity.announceLetters();
    await received('ana', 1);
    const token = tokenIn('ana');
    for (const wrong of ['x', 'a'.repeat(64), token?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]) {
      expect((await unsubscribe(wrong)).code).toBe('UNSUBSCRIBE_INVALID');
    }
    for (let time = 0; time < 2; time += 1) expect((await unsubscribe(token)).data).toEqual({ unsubscribe: true });
    const session = await there.logIn('ana');
    await there.ask(UPDATE_PROFILE, { input: { weeklyLetter: true } }, session);
    await (await there.another()).announceLetters();
    expect((await unsubscribe(token)).data).toEqual({ unsubscribe: true });
    toMonday();
    await there.identity.announceLetters();
    await everythingSent('probe');
    expect(lettersTo('ana')).toHaveLength(1);
  });

  it('is no longer sent, and its link still answers, once the account is erased', async () => {
    const { token } = await subscriber('ana');
    await there.signUp('probe');
    toMonday();
    await there.identity.announceLetters();
    await received('ana', 1);
    const link = tokenIn('ana');
    const session = await there.logIn('ana');
    expect(token).not.toBe(session.token);
    await there.ask(DELETE_ME, { password: PASSWORD }, session);
    expect((await unsubscribe(link)).data).toEqual({ unsubscribe: true });
    toMonday();
    await there.identity.announceLetters();
    await everythingSent('probe');
    expect(lettersTo('ana')).toEqual([]);
  });
});
