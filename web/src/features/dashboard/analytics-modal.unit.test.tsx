import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CLICK_TYPES } from '@volant/proto/activity/click-types';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal } from '../../testing/fake-api.ts';
import { fakeDownloads } from '../../testing/fake-downloads.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, samplePages, sampleSession } from '../../testing/samples.ts';
import { Component as DashboardPage } from './dashboard-page.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

const totals = (views: number, call: number) => ({
  __typename: 'AnalyticsSummary',
  views,
  clicks: call + 4,
  clickCounts: CLICK_TYPES.map((type) => ({
    __typename: 'EventTypeCount',
    type,
    count: { CLICK_CALL: call, CLICK_WHATSAPP: 1, CLICK_INSTAGRAM: 1, CLICK_CUSTOM_FIELD: 2 }[type as string] ?? 0,
  })),
});

const people = (visitors: number, callers: number, contacts: number) => ({
  __typename: 'VisitorCounts',
  ...{ visitors, callers, contacts },
});

const event = (id: string, type: string, country: string | null, customField: string | null = null) => ({
  __typename: 'Event',
  id,
  type,
  customField,
  country,
  createdAt: '2026-11-20T10:00:00Z',
});

const card = (id: string) => ({ __typename: 'Card', id, status: 'IN_USE' });
/** Figures of a card, or of one that was given back. */
const ofCard = (id: string | null, views: number, clicks: number, viewsBefore: number) => ({
  __typename: 'CardCount',
  card: id === null ? null : { __typename: 'Page', id },
  ...{ views, clicks, viewsBefore },
});

const answer = (
  summaryBefore: object | null = totals(50, 1),
  visitors = people(30, 6, 12),
  cards = [card('page-1')],
  ofCards: readonly object[] = [],
) => {
  const before = (count: number) => (summaryBefore === null ? null : count);
  return graphAnswer({
    page: {
      __typename: 'Page',
      id: 'page-1',
      cards,
      analytics: {
        __typename: 'PageAnalytics',
        summary: {
          ...totals(40, 2),
          customFields: [{ __typename: 'CustomFieldCount', name: 'Tarif', count: 2 }],
        },
        summaryBefore,
        visitors,
        visitorsBefore: summaryBefore === null ? null : people(40, 4, 10),
        days: [
          { __typename: 'DayCount', date: '2026-11-20', views: 3, clicks: 1, visitors: 2 },
          { __typename: 'DayCount', date: '2026-11-19', views: 0, clicks: 0, visitors: 0 },
        ],
        hours: [
          { __typename: 'HourCount', weekday: 5, hour: 17, views: 30, clicks: 4, viewsBefore: before(20) },
          { __typename: 'HourCount', weekday: 5, hour: 18, views: 8, clicks: 1, viewsBefore: before(1) },
          { __typename: 'HourCount', weekday: 1, hour: 9, views: 2, clicks: 0, viewsBefore: before(0) },
        ],
        sources: [
          { __typename: 'SourceCount', source: 'QR', views: 20, clicks: 4, viewsBefore: before(12) },
          { __typename: 'SourceCount', source: 'NFC', views: 5, clicks: 1, viewsBefore: before(5) },
        ],
        cards: ofCards,
        countries: [{ __typename: 'CountryCount', country: 'CH', count: 9, countBefore: before(10) }],
        referrers: [{ __typename: 'ReferrerCount', referrer: '=cmd.example', count: 2, countBefore: before(0) }],
        recentEvents: [
          event('e1', 'CLICK_CALL', 'FR'),
          event('e2', 'VIEW', null),
          event('e3', 'CLICK_CUSTOM_FIELD', 'FR', 'Tarif'),
        ],
      },
    },
  });
};

async function openAnalytics(figures: Parameters<typeof fakeApi>[0][string]) {
  const calls = fakeApi({
    'GRAPH Dashboard': graphAnswer(samplePages([samplePage()])),
    'GRAPH PageFigures': figures,
    'GRAPH PageDetails': figures,
  });
  await renderScreen(DashboardPage, '/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Analytics for Berline Démo' }));
  return { calls, dialog: within(await screen.findByRole('dialog')) };
}

/** The rows of a list of names and figures. */
const figuresIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.parentElement?.querySelector('dd')?.textContent}`);

it('shows the calls before the views and visitors, each compared with the period before', async () => {
  const { dialog } = await openAnalytics(answer());
  const list = (await dialog.findByText('Calls')).closest('dl');
  if (list === null) throw new Error('the totals are a list');
  expect(figuresIn(list)).toEqual([
    'Calls 2+1(before: 1)',
    'WhatsApp 1unchanged(before: 1)',
    'Contacts saved 0unchanged(before: 0)',
    'Views 40−10(before: 50)',
    'All clicks 6+1(before: 5)',
    'Unique visitors 30−10(before: 40)counted each day',
    'Contact rate 40%+15 pts(before: 25%)',
  ]);
  expect(dialog.getByText(/^Compared with the 30 days before\..*Days and times are those of Paris\.$/)).toBeDefined();
});

it('lists days newest first in a collapsed table, and types in the user’s language', async () => {
  const { dialog } = await openAnalytics(answer());
  const [days] = await dialog.findAllByText('Show the figures as a table');
  if (days === undefined) throw new Error('the days come as a table, too');
  await userEvent.click(days);
  const table = within(dialog.getByRole('region', { name: 'Views and clicks as a table' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DayViewsAll clicksUnique visitors',
    'Fri 20 November312',
    'Thu 19 November000',
  ]);
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent?.replace(/20 Nov.*/, ''))).toEqual([
    'CallFrance',
    'ViewUnknown country',
    'Custom field TarifFrance',
  ]);
  expect(dialog.queryByText(/CLICK_/)).toBeNull();
});

it('switches the period, and excludes the owner’s visits', async () => {
  const { calls, dialog } = await openAnalytics(answer());
  const lastBody = () => calls.at(-1)?.body;
  await dialog.findByText('The last 30 days');
  expect(lastBody()).toMatchObject({ variables: { id: 'page-1', period: 'MONTH', withoutOwner: false } });
  await userEvent.click(dialog.getByLabelText('Exclude my visits'));
  expect(lastBody()).toMatchObject({ variables: { period: 'MONTH', withoutOwner: true } });
  await userEvent.click(dialog.getByRole('radio', { name: '7 days' }));
  expect(await dialog.findByText('The last 7 days')).toBeDefined();
  expect(lastBody()).toMatchObject({ variables: { period: 'WEEK', withoutOwner: true } });
});

it('omits the comparison if the page is too young, or the period has no beginning', async () => {
  const { dialog } = await openAnalytics(answer(null));
  expect(await dialog.findByText('The last 30 days')).toBeDefined();
  expect(dialog.queryByText(/Compared|25 months|days before|\(before/)).toBeNull();
  await userEvent.click(await dialog.findByRole('radio', { name: 'All' }));
  expect(await dialog.findByText('Since the beginning')).toBeDefined();
  expect(dialog.queryByText(/days before|\(before/)).toBeNull();
});

it('leads with a sentence', async () => {
  const { dialog } = await openAnalytics(answer());
  const sentence =
    '20% of visitors called you. Most views: Friday, 5–7 pm. More views by QR code (20) than by NFC card (5).';
  expect(await dialog.findByText(sentence)).toBeDefined();
});

it('tells no percentage of few visitors', async () => {
  const { dialog } = await openAnalytics(answer(totals(1, 0), people(2, 2, 2)));
  expect(await dialog.findByText(/^2 visitors so far; percentages need 20\./)).toBeDefined();
  const list = dialog.getByText('Contact rate').closest('dl');
  if (list === null) throw new Error('the totals are a list');
  expect(figuresIn(list).at(-1)).toBe('Contact rate –from 20 visitors on');
});

it('ranks clicks by type, sources, countries and sites, and has hours as a table', async () => {
  const { dialog } = await openAnalytics(answer());
  const partOf = async (name: string) => within(await dialog.findByRole('region', { name }));
  const names = async (part: string) => (await partOf(part)).getAllByRole('term').map((term) => term.textContent);
  expect((await names('Clicks by type')).slice(0, 3)).toEqual(['Call', 'Custom fields', 'WhatsApp']);
  expect(await names('How they came')).toEqual(['QR code', 'NFC card']);
  expect(await names('Countries')).toEqual(['Switzerland']);
  expect(await names('Sites')).toEqual(['=cmd.example']);
  const hours = (await partOf('Hours as a table')).getAllByRole('row', { hidden: true });
  expect([hours[0], hours[18]].map((row) => row?.textContent)).toEqual(['HourMonTueWedThuFriSatSun', '5 pm00003000']);
});

it('compares sources, countries and the busiest hours with the period before', async () => {
  const { dialog } = await openAnalytics(answer());
  const partOf = async (name: string) => dialog.findByRole('region', { name });
  expect(figuresIn(await partOf('How they came'))).toEqual([
    'QR code +8(before: 12) 20',
    'NFC card unchanged(before: 5) 5',
  ]);
  expect(figuresIn(await partOf('Countries'))).toEqual(['Switzerland −1(before: 10) 9']);
  const hours = await partOf('Views by day of the week and hour');
  expect(hours.textContent).toContain('Framed: the two hours with most (views: 38). +17(before: 21)');
});

it('shows the figures of each card, and of cards given back together', async () => {
  const downloads = fakeDownloads();
  const figures = [ofCard('page-1', 25, 2, 30), ofCard('car', 9, 3, 0), ofCard(null, 5, 1, 4), ofCard(null, 1, 0, 2)];
  const { dialog } = await openAnalytics(
    answer(totals(50, 1), people(30, 6, 12), ['page-1', 'car', 'spare'].map(card), figures),
  );
  const table = within((await dialog.findAllByRole('region', { name: 'By card' }))[0] as HTMLElement);
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'CardViewsAll clicks',
    'page-1 direct−5(before: 30) 252',
    'car+9(before: 0) 93',
    'Cards given backunchanged(before: 6) 61',
    'spareunchanged(before: 0) 00',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'CSV' }));
  const lines = ((await downloads[0]?.file.text()) ?? '').split('\r\n');
  expect(lines).toEqual(expect.arrayContaining(['By card,car Views,9,0', 'By card,car All clicks,3,']));
});

it('tells cards apart only if the page has or had more than one', async () => {
  const { dialog } = await openAnalytics(answer());
  await dialog.findByText('Calls');
  expect(dialog.queryByText('By card')).toBeNull();
});

it('counts everything as direct while no added card was used', async () => {
  const { dialog } = await openAnalytics(answer(null, people(30, 6, 12), ['car', 'page-1'].map(card)));
  const table = within((await dialog.findAllByRole('region', { name: 'By card' }))[0] as HTMLElement);
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'CardViewsAll clicks',
    'page-1 direct 406',
    'car 00',
  ]);
});

it('downloads everything as CSV, without formulas, and as JSON', async () => {
  const downloads = fakeDownloads();
  const { dialog } = await openAnalytics(answer());
  await userEvent.click(await dialog.findByRole('button', { name: 'CSV' }));
  await userEvent.click(dialog.getByRole('button', { name: 'JSON' }));
  expect(downloads.map(({ name, file }) => [name, file.type])).toEqual([
    ['volant-page-1-month-2026-11-20.csv', 'text/csv;charset=utf-8'],
    ['volant-page-1-month-2026-11-20.json', 'application/json'],
  ]);
  const [csv = '', json = ''] = await Promise.all(downloads.map(({ file }) => file.text()));
  const lines = csv.split('\r\n');
  for (const line of [
    'In words,20% of visitors called you.,,',
    'In words,"Most views: Friday, 5–7 pm.",,',
    'In words,More views by QR code (20) than by NFC card (5).,,',
    'Totals,Views,40,50',
    'Totals,Contact rate (%),40,25',
    'Totals,Unique visitors (counted each day),30,40',
    'Clicks by type,Call,2,1',
    'Custom fields,Tarif,2,',
    'By day,2026-11-20 Unique visitors,2,',
    'Views by day of the week and hour,Friday 5 pm,30,20',
    'How they came,QR code,20,12',
    'Countries,Switzerland,9,10',
    "Sites,'=cmd.example,2,0",
    'Recent activity,2026-11-20T10:00:00Z · Custom fields · Tarif · FR,,',
  ])
    expect(lines).toContain(line);
  expect(JSON.parse(json)).toMatchObject({
    page: 'page-1',
    period: 'MONTH',
    visitors: { visitors: 30, callers: 6, contacts: 12 },
    hours: [{ weekday: 5, hour: 17, views: 30, clicks: 4 }, {}, {}],
  });
  expect(json).not.toContain('__typename');
});

it('shows an error if the figures cannot be read', async () => {
  const { dialog } = await openAnalytics(graphRefusal('INTERNAL', 500, 'x'));
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to load analytics');
});

it('on a phone shows what matters, and queries the details when they are opened', async () => {
  const wide = window.matchMedia;
  window.matchMedia = (media: string) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList;
  onTestFinished(() => {
    window.matchMedia = wide;
  });
  const { calls, dialog } = await openAnalytics(answer());
  const list = (await dialog.findByText('Calls')).closest('dl');
  if (list === null) throw new Error('the totals are a list');
  expect(figuresIn(list).map((figure) => figure.replace(/ \d.*/, ''))).toEqual(['Calls', 'WhatsApp', 'Contacts saved']);
  const days = within(dialog.getByRole('region', { name: 'Views and clicks as a table' })).getAllByRole('row');
  expect(days.slice(1).map((row) => row.textContent)).toEqual(['Fri 20 November312', 'Thu 19 November000']);
  expect(dialog.getByRole('region', { name: 'Recent activity' })).toBeDefined();
  expect(dialog.queryByText('Clicks by type')).toBeNull();
  const queries = () => calls.map(({ body }) => (body as { operationName?: string }).operationName);
  expect(queries()).toEqual(['Dashboard', 'PageFigures']);

  await userEvent.click(dialog.getByText('Details'));
  expect(await dialog.findByText('Clicks by type')).toBeDefined();
  expect(queries()).toEqual(['Dashboard', 'PageFigures', 'PageDetails']);
  expect(dialog.getByText('Contact rate')).toBeDefined();
  expect(dialog.getByRole('button', { name: 'CSV' })).toBeDefined();
});
