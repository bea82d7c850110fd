import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { chooseLanguage } from '../../../i18n/i18n.ts';
import { zoneTime } from '../../../i18n/zone-time.ts';
import { endSession, startSession } from '../../../session/session.ts';
import { type FakeAnswer, fakeApi, graphAnswer, graphRefusal } from '../../../testing/fake-api.ts';
import { sent } from '../../../testing/pages-tab.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { sampleSession } from '../../../testing/samples.ts';
import AnalyticsTab from './analytics-tab.tsx';

const total = (totalCount: number) => ({ __typename: 'PageConnection', totalCount });
const users = (totalCount: number) => ({ __typename: 'UserConnection', totalCount });
const figures = (part: object) => graphAnswer({ globalAnalytics: { __typename: 'GlobalAnalytics', ...part } });
const page = (id: string, displayName = '') => ({ __typename: 'Page', id, displayName });
const event = (id: string, type: string, of: object | null) => ({
  __typename: 'Event',
  id,
  type,
  customField: null,
  country: 'CH',
  createdAt: '2026-11-20T10:00:00Z',
  page: of,
});
const count = (type: string, number: number) => ({ __typename: 'EventTypeCount', type, count: number });
const ranked = (of: object | null, events: number) => ({ __typename: 'PageTotal', page: of, events });

const whole = {
  'GRAPH AdminPageTotals': graphAnswer({
    ...{ every: total(1200), active: total(800), claimed: total(700) },
    ...{ made: total(60), madeBefore: total(40), claims: total(25), claimsBefore: total(30) },
    cards: { __typename: 'BatchConnection', shipped: 50, shippedBefore: 50 },
  }),
  'GRAPH AdminUserTotal': graphAnswer({ users: users(345), joined: users(12) }),
  'GRAPH AdminEventTotals': graphAnswer({
    ever: { __typename: 'GlobalAnalytics', totalEvents: 98_765 },
    globalAnalytics: {
      __typename: 'GlobalAnalytics',
      totalEvents: 1_200,
      calledPages: 20,
      calledPagesBefore: 10,
      eventsByType: [count('CLICK_CALL', 5), count('VIEW', 98_000), count('CLICK_CUSTOM_FIELD', 7)],
      days: [
        { __typename: 'DayTotal', date: '2026-11-20', count: 1200 },
        { __typename: 'DayTotal', date: '2026-11-19', count: 0 },
      ],
    },
  }),
  'GRAPH AdminTopPages': figures({
    topPages: [
      ranked({ ...page('taxi', 'Taxi Démo'), owner: { __typename: 'User', id: 'u', username: 'camille' } }, 900),
      ranked(null, 800),
      ranked({ ...page('page-2'), owner: null }, 1),
    ],
  }),
  'GRAPH AdminLatestEvents': figures({
    recentEvents: [event('e1', 'CLICK_VCARD', page('taxi', 'Taxi Démo')), event('e2', 'VIEW', null)],
  }),
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession({ ...sampleSession, user: { ...sampleSession.user, role: 'ADMIN' } }, false);
});

const open = async (answers: Record<string, FakeAnswer>) => {
  const calls = fakeApi(answers);
  await renderScreen(AnalyticsTab, '/admin', '/admin?tab=analytics');
  return calls;
};
const block = async (name: string) => within(await screen.findByRole('region', { name }));
const rowsOf = (part: ReturnType<typeof within>) =>
  part.getAllByRole('listitem').map((item: HTMLElement) => item.textContent);

it('shows five totals', async () => {
  await open(whole);
  const totals = await block('Totals');
  await totals.findByText('98,765');
  const shown = totals.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(shown).toEqual([
    ['Pages', '1,200'],
    ['Active pages', '800'],
    ['Claimed pages', '700'],
    ['Users', '345'],
    ['Events', '98,765'],
  ]);
});

it('tells what the period added to each total, and how far cards got in it', async () => {
  await open(whole);
  const totals = await block('Totals');
  await totals.findByText('98,765');
  const changes = totals
    .getAllByRole('definition')
    .flatMap((one) => /^[+−0-9,]+(?=\D*before)/i.exec(one.textContent ?? '') ?? []);
  expect(changes).toEqual(['+60', '+25', '+12', '+1,200']);
  const funnel = rowsOf(await block('From cards to calls'));
  const steps = [/^Pages made60\+20/, /^Cards shipped50/, /^Pages claimed25−5/, /^Pages that a passenger called20\+10/];
  expect(funnel).toMatchObject(steps.map((step) => expect.stringMatching(step)));
});

it('reads every figure of the chosen period', async () => {
  const calls = await open(whole);
  await (await block('Totals')).findByText('98,765');
  await userEvent.click(screen.getByRole('link', { name: '7 days' }));
  await waitFor(() => expect(sent(calls, 'AdminEventTotals').at(-1)).toEqual({ period: 'WEEK' }));
  await waitFor(() => expect(sent(calls, 'AdminTopPages').at(-1)).toEqual({ period: 'WEEK' }));
  const { from, before } = sent(calls, 'AdminPageTotals').at(-1) as { from: string; before: string };
  expect(sent(calls, 'AdminUserTotal').at(-1)).toEqual({ from });
  // Midnights in Paris, so weeks with a change of clocks differ by an hour.
  expect(Math.round((Date.parse(from) - Date.parse(before)) / 86_400_000)).toBe(7);
  expect([from, before].map((at) => zoneTime(at).slice(11))).toEqual(['00:00', '00:00']);
});

it('counts events by type in the user’s language, most frequent first', async () => {
  await open(whole);
  const types = await block('Events by type');
  await types.findByText('98,000');
  const shown = () => types.getAllByRole('term').map(({ textContent }) => textContent);
  expect(shown()).toEqual(['View', 'Custom fields', 'Call']);
  await chooseLanguage('fr');
  await types.findByText('Appel');
  expect(shown()).toEqual(['Vue', 'Infos complémentaires', 'Appel']);
});

it('shows the events of each day', async () => {
  await open(whole);
  const days = await block('Events by day');
  const rows = await days.findAllByRole('row', { hidden: true });
  expect(rows.map(({ textContent }) => textContent)).toEqual(['DayEvents', 'Fri 20 November1,200', 'Thu 19 November0']);
});

it('ranks the top pages with name, owner and events, each linked to its page', async () => {
  await open(whole);
  const top = await block('Pages with the most events');
  await top.findByText('900 events');
  expect(rowsOf(top)).toEqual(['Taxi Démo(new tab)camille900 events', 'page-2(new tab)No owner1 event']);
  expect(top.getByRole('link', { name: /Taxi Démo/ }).getAttribute('href')).toBe('/d/taxi');
});

it('lists the latest events with their pages, including one of a deleted page', async () => {
  await open(whole);
  const latest = await block('Latest events');
  await latest.findByText('Contact saved');
  expect(rowsOf(latest)[0]).toContain('Contact savedTaxi Démo(new tab)Switzerland');
  expect(rowsOf(latest)[1]).toContain('ViewDeleted page');
});

it.each([
  ['AdminEventTotals', 'Events by type'],
  ['AdminEventTotals', 'Events by day'],
  ['AdminTopPages', 'Pages with the most events'],
  ['AdminLatestEvents', 'Latest events'],
  ['AdminPageTotals', 'Totals'],
  ['AdminUserTotal', 'Totals'],
])('isolates a failure of %s, and retries it alone', async (operation, name) => {
  const answers: Record<string, FakeAnswer> = {
    ...whole,
    [`GRAPH ${operation}`]: graphRefusal('UNAVAILABLE', 503, 'Other words.'),
  };
  const calls = await open(answers);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load analytics');
  expect((await block(name)).getAllByText('Unknown')).not.toHaveLength(0);
  answers[`GRAPH ${operation}`] = whole[`GRAPH ${operation}` as keyof typeof whole];
  const before = calls.length;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('Unknown')).toBeNull();
  expect(calls.slice(before).map(({ body }) => (body as { operationName: string }).operationName)).toEqual([operation]);
});

it('shows one error if everything failed, and retries everything with one press', async () => {
  const answers: Record<string, FakeAnswer> = {};
  for (const name of Object.keys(whole)) answers[name] = graphRefusal('UNAVAILABLE', 503, 'Other words.');
  const calls = await open(answers);
  await screen.findByRole('alert');
  await expect.poll(() => screen.getAllByText('Unknown')).toHaveLength(10);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  Object.assign(answers, whole);
  const before = calls.length;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  expect(calls.length - before).toBe(Object.keys(whole).length);
});
