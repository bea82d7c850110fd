import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { fakeApi, graphAnswer, graphRefusal } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, samplePages, sampleSession } from '../../testing/samples.ts';
import { Component as DashboardPage } from './dashboard-page.tsx';

const list = (...pages: unknown[]) => graphAnswer(samplePages(pages));
const open = () => renderScreen(DashboardPage, '/dashboard');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

describe('the list of pages', () => {
  it('shows name, id, state, views and where to go (acceptance 58, 60)', async () => {
    fakeApi({
      'GRAPH Dashboard': list(
        samplePage(),
        samplePage({ id: 'page-2', displayName: '', state: 'INACTIVE', viewCount: null }),
      ),
    });
    await open();
    const [first, second] = await screen.findAllByRole('article');
    if (first === undefined || second === undefined) throw new Error('two pages were answered');
    expect(first.textContent).toContain('page-1');
    expect(first.textContent).toContain('14 September 2026');
    expect(within(first).getByText('Active')).toBeDefined();
    expect(within(first).getByText('7')).toBeDefined();
    const view = within(first).getByRole('link', { name: /^View/ });
    expect([view.getAttribute('href'), view.getAttribute('target')]).toEqual(['/d/page-1', '_blank']);
    expect(within(first).getByRole('link', { name: /^Edit/ }).getAttribute('href')).toBe('/editor/page-1');
    expect(within(second).getByRole('heading', { name: 'Untitled Page' })).toBeDefined();
    expect(within(second).getByText('Views unavailable right now')).toBeDefined();
  });

  it('offers both ways to a first page when there is none (acceptance 62)', async () => {
    fakeApi({ 'GRAPH Dashboard': list() });
    await open();
    const empty = await screen.findByRole('heading', { name: 'Your first page' });
    const links = within(empty.closest('section') ?? document.body).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/claim', '/editor/new']);
  });

  it('that cannot be read says so and can be asked for again (acceptance 61)', async () => {
    let tries = 0;
    fakeApi({
      'GRAPH Dashboard': () => (++tries === 1 ? graphRefusal('INTERNAL', 500, 'Other words.') : list(samplePage())),
    });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your pages');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Berline Démo')).toBeDefined();
  });
});

describe('the analytics of a page', () => {
  const answer = graphAnswer({
    page: {
      __typename: 'Page',
      id: 'page-1',
      analytics: {
        __typename: 'PageAnalytics',
        summary: {
          __typename: 'AnalyticsSummary',
          views: 40,
          clicks: 6,
          clicksByType: {
            __typename: 'ClicksByType',
            ...{ whatsapp: 1, call: 2, email: 0, website: 0, instagram: 1, vcard: 0, customFields: 2 },
          },
          customFields: [{ __typename: 'CustomFieldCount', name: 'Tarif', count: 2 }],
        },
        days: [
          { __typename: 'DayCount', date: '2026-11-20', views: 3, clicks: 1 },
          { __typename: 'DayCount', date: '2026-11-19', views: 0, clicks: 0 },
        ],
        recentEvents: [
          { __typename: 'Event', id: 'e1', type: 'CLICK_CALL', country: 'FR', createdAt: '2026-11-20T10:00:00Z' },
        ],
      },
    },
  });

  async function openAnalytics() {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Analytics for Berline Démo' }));
    return screen.findByRole('dialog');
  }

  it('are days newest first, kinds without CLICK_, and can leave out the owner’s visits (acceptance 64)', async () => {
    const calls = fakeApi({
      'GRAPH Dashboard': list(samplePage()),
      'GRAPH PageFigures': answer,
    });
    const dialog = await openAnalytics();
    const rows = await within(dialog).findAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['DayViewsClicks', 'Fri 20 November31', 'Thu 19 November00']);
    expect(within(dialog).getByText('CALL')).toBeDefined();
    expect(within(dialog).getByText('France')).toBeDefined();
    await userEvent.click(within(dialog).getByLabelText('Exclude my visits'));
    expect(calls.at(-1)?.body).toMatchObject({ variables: { id: 'page-1', withoutOwner: true } });
  });

  it('that cannot be read say so (acceptance 66)', async () => {
    fakeApi({
      'GRAPH Dashboard': list(samplePage()),
      'GRAPH PageFigures': graphRefusal('INTERNAL', 500, 'x'),
    });
    const dialog = await openAnalytics();
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Failed to load analytics');
  });
});
