import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CLICK_TYPES } from '@volant/proto/activity/click-types';
import { beforeEach, expect, it } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
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

const event = (id: string, type: string, country: string | null) => ({
  __typename: 'Event',
  id,
  type,
  country,
  createdAt: '2026-11-20T10:00:00Z',
});

const answer = (summaryBefore: object | null = totals(50, 1)) =>
  graphAnswer({
    page: {
      __typename: 'Page',
      id: 'page-1',
      analytics: {
        __typename: 'PageAnalytics',
        summary: {
          ...totals(40, 2),
          customFields: [{ __typename: 'CustomFieldCount', name: 'Tarif', count: 2 }],
        },
        summaryBefore,
        days: [
          { __typename: 'DayCount', date: '2026-11-20', views: 3, clicks: 1 },
          { __typename: 'DayCount', date: '2026-11-19', views: 0, clicks: 0 },
        ],
        recentEvents: [event('e1', 'CLICK_CALL', 'FR'), event('e2', 'VIEW', null)],
      },
    },
  });

async function openAnalytics(figures: Parameters<typeof fakeApi>[0][string]) {
  const calls = fakeApi({ 'GRAPH Dashboard': graphAnswer(samplePages([samplePage()])), 'GRAPH PageFigures': figures });
  await renderScreen(DashboardPage, '/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Analytics for Berline Démo' }));
  return { calls, dialog: within(await screen.findByRole('dialog')) };
}

/** The rows of a list of names and figures. */
const figuresIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.parentElement?.querySelector('dd')?.textContent}`);

it('shows the calls before the views, each compared with the period before', async () => {
  const { dialog } = await openAnalytics(answer());
  const list = (await dialog.findByText('Calls')).closest('dl');
  if (list === null) throw new Error('the totals are a list');
  expect(figuresIn(list)).toEqual([
    'Calls 2+1(before: 1)',
    'WhatsApp 1unchanged(before: 1)',
    'Contacts saved 0unchanged(before: 0)',
    'Views 40−10(before: 50)',
    'All clicks 6+1(before: 5)',
  ]);
  expect(dialog.getByText('Compared with the 30 days before')).toBeDefined();
  expect(dialog.getByText('Days and times are those of Paris.')).toBeDefined();
});

it('lists days newest first in a collapsed table, and types in the user’s language', async () => {
  const { dialog } = await openAnalytics(answer());
  await userEvent.click(await dialog.findByText('Show the figures as a table'));
  const rows = await dialog.findAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual(['DayViewsAll clicks', 'Fri 20 November31', 'Thu 19 November00']);
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent?.replace(/20 Nov.*/, ''))).toEqual([
    'CallFrance',
    'ViewUnknown country',
  ]);
  expect(dialog.queryByText(/CLICK_/)).toBeNull();
});

it('switches the period, and excludes the owner’s visits', async () => {
  const { calls, dialog } = await openAnalytics(answer());
  const asked = () => calls.at(-1)?.body;
  await dialog.findByText('The last 30 days');
  expect(asked()).toMatchObject({ variables: { id: 'page-1', period: 'MONTH', withoutOwner: false } });
  await userEvent.click(dialog.getByLabelText('Exclude my visits'));
  expect(asked()).toMatchObject({ variables: { period: 'MONTH', withoutOwner: true } });
  await userEvent.click(dialog.getByRole('radio', { name: '7 days' }));
  expect(await dialog.findByText('The last 7 days')).toBeDefined();
  expect(asked()).toMatchObject({ variables: { period: 'WEEK', withoutOwner: true } });
});

it('omits the comparison if the period has no beginning', async () => {
  const { dialog } = await openAnalytics(answer(null));
  await userEvent.click(await dialog.findByRole('radio', { name: 'All' }));
  expect(await dialog.findByText('Since the beginning')).toBeDefined();
  expect(dialog.queryByText(/before/)).toBeNull();
});

it('exports the days as a file', async () => {
  const downloads = fakeDownloads();
  const { dialog } = await openAnalytics(answer());
  await userEvent.click(await dialog.findByText('Show the figures as a table'));
  await userEvent.click(dialog.getByRole('button', { name: 'Export as CSV' }));
  expect(downloads.map(({ name, file }) => [name, file.type])).toEqual([
    ['volant-page-1-2026-11-20.csv', 'text/csv;charset=utf-8'],
  ]);
});

it('shows an error if the figures cannot be read', async () => {
  const { dialog } = await openAnalytics(graphRefusal('INTERNAL', 500, 'x'));
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to load analytics');
});
