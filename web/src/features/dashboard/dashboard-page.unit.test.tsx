import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { rememberHandover } from '../../session/pending-page.ts';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, samplePages, sampleProfile, sampleSession } from '../../testing/samples.ts';
import { type PageStepsProps, pageSteps } from '../../ui/page-steps.ts';
import { Component as DashboardPage } from './dashboard-page.tsx';

const list = (...pages: unknown[]) => graphAnswer(samplePages(pages));
const open = () => renderScreen(DashboardPage, '/dashboard');

const threePages = [samplePage(), samplePage({ id: 'page-2', displayName: '' }), samplePage({ id: 'page-3' })];
const unnamed = samplePage({ displayName: '', profile: sampleProfile({ name: '', phone: '' }) });

/** In place of the editor's. */
function StandInSteps({ id, onLeave }: PageStepsProps) {
  return (
    <button type="button" onClick={onLeave}>
      Steps of {id ?? 'a new page'}
    </button>
  );
}

beforeEach(() => {
  pageSteps.load = async () => ({ default: StandInSteps });
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

describe('the list of pages', () => {
  it('shows name, id, state, views and links', async () => {
    fakeApi({
      'GRAPH Dashboard': list(
        samplePage(),
        samplePage({ id: 'page-2', displayName: '', state: 'INACTIVE', viewCount: null, week: null }),
      ),
    });
    await open();
    const [first, second] = await screen.findAllByRole('article');
    if (first === undefined || second === undefined) throw new Error('two pages were answered');
    expect(first.textContent).toContain('page-1');
    expect(first.textContent).toContain('14 September 2026');
    expect(within(first).getByText('Active')).toBeDefined();
    expect(within(first).getByText('7')).toBeDefined();
    expect(within(first).getByText('7-day calls').parentElement?.textContent).toContain('2−2(before: 4)');
    expect(within(first).getByText('7-day views').parentElement?.textContent).toContain('5+2(before: 3)');
    expect(within(second).queryByText('7-day calls')).toBeNull();
    const view = within(first).getByRole('link', { name: /^View/ });
    expect([view.getAttribute('href'), view.getAttribute('target')]).toEqual(['/d/page-1', '_blank']);
    expect(within(first).getByRole('link', { name: /^Edit/ }).getAttribute('href')).toBe('/editor/page-1');
    expect(within(second).getByRole('heading', { name: 'Untitled Page' })).toBeDefined();
    expect(within(second).getByText('Views unavailable right now')).toBeDefined();
  });

  it('has the code of a card on top, one tap from the full screen', async () => {
    fakeApi({ 'GRAPH Dashboard': list(samplePage()) });
    await open();
    const article = within(await screen.findByRole('article'));
    const show = article.getByRole('button', { name: 'Show full screen the code of Berline Démo' });
    expect(show.querySelector('svg.qr-code')).not.toBeNull();
    expect(show.getAttribute('popovertarget')).not.toBeNull();
  });

  it('has rows that open from three pages on, each with its code one tap away', async () => {
    fakeApi({ 'GRAPH Dashboard': list(...threePages) });
    await open();
    const [first] = await screen.findAllByRole('article');
    if (first === undefined) throw new Error('three pages were answered');
    const row = within(first);
    expect(first.textContent).toContain('2 calls in 7 days');
    expect(row.getByRole('button', { name: 'Show full screen the code of Berline Démo' })).toBeDefined();
    expect(row.queryByRole('link', { name: /^Edit/ })).toBeNull();
    await userEvent.click(row.getByRole('button', { name: 'Berline Démo', expanded: false }));
    expect(row.getByRole('link', { name: /^Edit/ }).getAttribute('href')).toBe('/editor/page-1');
    expect(first.textContent).toContain('page-1');
    expect(first.textContent).toContain('14 September 2026');
    expect(first.textContent).toContain('7 views in total');
    await userEvent.click(row.getByRole('button', { name: 'Berline Démo', expanded: true }));
    expect(row.queryByRole('link', { name: /^Edit/ })).toBeNull();
  });

  it.each([
    ['of a new page if there is none', [], 'Steps of a new page'],
    ['of a page without a name', [unnamed], 'Steps of page-1'],
    [
      'of a page without any way to its driver',
      [samplePage({ profile: sampleProfile({ phone: '' }) })],
      'Steps of page-1',
    ],
  ])('shows the steps %s instead, until they are left', async (_, pages, steps) => {
    fakeApi({ 'GRAPH Dashboard': list(...pages) });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: steps }));
    expect(await screen.findByRole('heading', { name: 'Your Pages' })).toBeDefined();
    expect(screen.queryByRole('button', { name: steps })).toBeNull();
    expect(screen.queryAllByRole('article')).toHaveLength(pages.length);
  });

  it('keeps the steps away from a blocked page and from several pages', async () => {
    fakeApi({ 'GRAPH Dashboard': list(unnamed, samplePage({ id: 'page-2' })) });
    await open();
    expect(await screen.findAllByRole('article')).toHaveLength(2);
    cleanup();
    fakeApi({ 'GRAPH Dashboard': list({ ...unnamed, state: 'DEACTIVATED' }) });
    await open();
    expect(await screen.findAllByRole('article')).toHaveLength(1);
  });

  it('leads back to a handover link that the sign-in began with, without its secret in the address', async () => {
    fakeApi({ 'GRAPH Dashboard': list() });
    rememberHandover('page-1.secret');
    const router = await renderScreen(DashboardPage, ['/dashboard', '/handover'], '/dashboard');
    await userEvent.click(await screen.findByRole('link', { name: 'See the card' }));
    expect(router.state.location).toMatchObject({
      pathname: '/handover',
      search: '',
      state: { token: 'page-1.secret' },
    });
  });

  it('shows each state by text and colour', async () => {
    const words = { ACTIVE: 'Active', INACTIVE: 'Inactive', DEACTIVATED: 'Deactivated', UNCLAIMED: 'Unclaimed' };
    const states = Object.keys(words) as (keyof typeof words)[];
    fakeApi({ 'GRAPH Dashboard': list(...states.map((state) => samplePage({ id: state, state }))) });
    await open();
    await screen.findAllByRole('article');
    for (const row of screen.getAllByRole('button', { name: 'Berline Démo' })) await userEvent.click(row);
    const articles = screen.getAllByRole('article');
    for (const [index, state] of states.entries()) {
      const badge = within(articles[index] ?? document.body).getByText(words[state]);
      expect(badge.className).toContain(`state-badge--${state.toLowerCase()}`);
    }
    const why = screen.getByRole('link', { name: 'Read the reason' });
    expect(why.getAttribute('href')).toBe('/history/DEACTIVATED');
  });

  it('tells that a claimed card without a name is empty, and leads to its editor', async () => {
    fakeApi({
      'GRAPH Dashboard': list(unnamed, samplePage({ id: 'page-2', avatar: '/a.webp' })),
    });
    await open();
    const way = await screen.findByRole('link', { name: /Complete the page/ });
    expect(way.textContent).toContain('Missing: your name, a photo and a number.');
    expect(way.getAttribute('href')).toBe('/editor/page-1#steps');
  });

  it('has a total from two pages on', async () => {
    fakeApi({ 'GRAPH Dashboard': list(samplePage(), samplePage({ id: 'page-2' })) });
    await open();
    const total = await screen.findByRole('region', { name: 'All 2 pages in total' });
    expect(within(total).getByText('7-day calls').parentElement?.textContent).toContain('4−4(before: 8)');
    expect(within(total).getByRole('img').getAttribute('aria-label')).toContain('0, 0, 2, 0, 4');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('compares neither a page that is younger than the week before, nor a total with it', async () => {
    const young = { ...samplePage().week, compares: false };
    fakeApi({ 'GRAPH Dashboard': list(samplePage({ week: young }), samplePage({ id: 'page-2' })) });
    await open();
    await screen.findByRole('region', { name: 'All 2 pages in total' });
    const texts = screen.getAllByText('7-day views').map((name) => name.parentElement?.textContent);
    expect(texts).toEqual(['7-day views10', '7-day views5', '7-day views5+2(before: 3)']);
  });

  it('is searched and ordered from six pages on', async () => {
    const names = ['Fox', 'Elk', 'Dog', 'Cat', 'Bee', 'Ant'];
    fakeApi({ 'GRAPH Dashboard': list(...names.map((displayName) => samplePage({ id: displayName, displayName }))) });
    await open();
    const shown = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await screen.findByRole('heading', { name: 'Fox' });
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Name');
    expect(shown().slice(1)).toEqual(names.toReversed());
    await userEvent.type(screen.getByRole('searchbox'), 'do');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(screen.getByText('1 page found')).toBeDefined();
    await userEvent.type(screen.getByRole('searchbox'), 'zz');
    expect(await screen.findByText('No page matches “dozz”.')).toBeDefined();
  });

  it('shows an error and a retry if it cannot be read', async () => {
    let tries = 0;
    fakeApi({
      'GRAPH Dashboard': () => (++tries === 1 ? graphRefusal('INTERNAL', 500, 'Other words.') : list(samplePage())),
    });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your pages');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Berline Démo')).toBeDefined();
  });

  it('offers the cards of the last visit without a network, to show their codes', async () => {
    fakeApi({
      'GRAPH Dashboard': list(samplePage(), samplePage({ id: 'page-2', address: 'page-2', displayName: '' })),
    });
    await open();
    await screen.findAllByRole('article');
    cleanup();

    fakeApi({});
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your pages');
    const cards = screen.getAllByRole('listitem');
    expect(cards.map((card) => card.textContent)).toEqual(['Berline DémoShare', 'Untitled PageShare']);
    await userEvent.click(screen.getByRole('button', { name: 'Share Untitled Page' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(`${location.origin}/d/page-2`)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Show full screen' })).toBeDefined();
  });

  it('offers no cards after a refusal, to another driver, or after the session has ended', async () => {
    fakeApi({ 'GRAPH Dashboard': list(samplePage()) });
    await open();
    await screen.findByRole('article');
    cleanup();
    fakeApi({ 'GRAPH Dashboard': graphRefusal('INTERNAL', 500, 'Other words.') });
    await open();
    await screen.findByRole('alert');
    expect(screen.queryByRole('list')).toBeNull();
    cleanup();

    fakeApi({});
    const { user } = sampleSession;
    startSession({ token: 'token-2', user: { ...user, id: 'user-2' } }, false);
    await open();
    await screen.findByRole('alert');
    expect(screen.queryByRole('list')).toBeNull();
    cleanup();

    endSession('logout');
    startSession(sampleSession, false);
    await open();
    await screen.findByRole('alert');
    expect(screen.queryByRole('list')).toBeNull();
  });
});
