import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pendingHandover } from '../../session/pending-page.ts';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as CardsPage } from './cards-page.tsx';
import { Component as HandoverPage } from './handover-page.tsx';

interface CardChanges {
  readonly id?: string;
  readonly status?: 'IN_USE' | 'LOST' | 'REPLACED';
  readonly since?: string;
  readonly version?: number;
}

const card = (changes: CardChanges = {}) => ({
  __typename: 'Card' as const,
  id: 'page-1',
  status: 'IN_USE' as const,
  since: null,
  addedAt: '2026-11-20T10:00:00.000Z',
  version: 3,
  ...changes,
});

const page = (cards: readonly object[] = [card()], handoverUntil: string | null = null) => ({
  __typename: 'Page' as const,
  id: 'page-1',
  displayName: 'Berline Démo',
  state: 'ACTIVE' as const,
  version: 3,
  address: 'page-1',
  handoverUntil,
  cards,
});
const LOST = card({ status: 'LOST', since: '2026-11-26T10:00:00.000Z', version: 4 });
const SECOND = card({ id: 'page-2', version: 1 });

const sent = (calls: ReturnType<typeof fakeApi>, operation: string) =>
  variablesOf(calls.filter(({ body }) => (body as { operationName?: string }).operationName === operation).at(-1));
const open = () => renderScreen(CardsPage, ['/cards/:id', '/dashboard'], '/cards/page-1');
const entry = async (id = 'page-1') => within(await screen.findByRole('article', { name: `Card of 20 Nov ${id}` }));

beforeEach(() => {
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});
afterEach(cleanup);

describe('a card', () => {
  it('is reported lost at the version shown, and can be found again', async () => {
    const calls = fakeApi({
      'GRAPH Cards': graphAnswer({ page: page() }),
      'GRAPH ReportCardLost': graphAnswer({ reportCardLost: page([LOST]) }),
    });
    await open();
    await userEvent.click((await entry()).getByRole('button', { name: 'Report it lost' }));
    expect(await (await entry()).findByText('Lost')).toBeDefined();
    expect((await entry()).getByRole('button', { name: 'I found it' })).toBeDefined();
    expect(sent(calls, 'ReportCardLost')).toEqual({ id: 'page-1', expectedVersion: 3 });
  });

  it('that was changed in another browser is read again, and the refusal is shown', async () => {
    let reads = 0;
    fakeApi({
      'GRAPH Cards': () => graphAnswer({ page: page(++reads === 1 ? [card()] : [LOST]) }),
      'GRAPH ReportCardLost': graphRefusal('PAGE_CHANGED', 412, 'The page has been changed in the meantime.'),
    });
    await open();
    await userEvent.click((await entry()).getByRole('button', { name: 'Report it lost' }));
    expect((await screen.findByRole('alert')).textContent).toContain('changed in the meantime');
    expect(await (await entry()).findByText('Lost')).toBeDefined();
  });

  it('is replaced by the id of an unclaimed one; a refused id is explained at its field', async () => {
    let tries = 0;
    const calls = fakeApi({
      'GRAPH Cards': graphAnswer({ page: page() }),
      'GRAPH ReplaceCard': () =>
        ++tries === 1
          ? graphRefusal('PAGE_ALREADY_CLAIMED', 400, 'x')
          : graphAnswer({ replaceCard: page([card({ status: 'REPLACED' }), SECOND]) }),
    });
    await open();
    await userEvent.click((await entry()).getByRole('button', { name: 'Replace' }));
    const dialog = within(await screen.findByRole('dialog'));
    fill(dialog.getByLabelText('ID of the new card'), 'https://volant.example/d/page-2?s=nfc');
    await userEvent.click(dialog.getByRole('button', { name: 'Replace' }));
    expect(await dialog.findAllByText('This page has already been claimed')).not.toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Replace' }));
    expect(await (await entry()).findByText('Replaced')).toBeDefined();
    expect(sent(calls, 'ReplaceCard')).toEqual({ id: 'page-1', by: 'page-2', expectedVersion: 3 });
    expect((await entry()).queryByRole('button', { name: 'Replace' })).toBeNull();
  });
});

describe('a page', () => {
  it('with other cards can be neither given back nor handed over', async () => {
    fakeApi({ 'GRAPH Cards': graphAnswer({ page: page([card(), SECOND]) }) });
    await open();
    expect((await entry('page-2')).getByRole('button', { name: 'Give this card back' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Make a link' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Give the page back' })).toBeNull();
    expect(screen.getAllByText('Other cards open this page. Give those back first.')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('with other cards has a link that waits for them, and can be cancelled', async () => {
    const end = '2026-12-03T10:00:00.000Z';
    fakeApi({
      'GRAPH Cards': graphAnswer({ page: page([card(), SECOND], end) }),
      'GRAPH WithdrawHandover': graphAnswer({ withdrawHandover: page([card(), SECOND]) }),
    });
    await open();
    expect(await screen.findByText(/does not work while other cards open this page/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Make another link' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the link' }));
    await waitFor(() => expect(screen.queryByText(/^A link/)).toBeNull());
  });

  it('is given back after a question, and leads to the dashboard', async () => {
    const calls = fakeApi({
      'GRAPH Cards': graphAnswer({ page: page() }),
      'GRAPH ReleasePage': graphAnswer({ releasePage: { __typename: 'ReleasedPage', id: 'page-1' } }),
    });
    const router = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Give the page back' }));
    const question = within(await screen.findByRole('alertdialog'));
    await userEvent.click(question.getByRole('button', { name: 'Give the page back' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(sent(calls, 'ReleasePage')).toEqual({ id: 'page-1', expectedVersion: 3 });
  });

  it('that was changed in another browser is read again, and then given back', async () => {
    let reads = 0;
    const calls = fakeApi({
      'GRAPH Cards': () => graphAnswer({ page: { ...page(), version: ++reads === 1 ? 3 : 4 } }),
      'GRAPH ReleasePage': (call) =>
        variablesOf(call).expectedVersion === 3
          ? graphRefusal('PAGE_CHANGED', 412, 'The page has been changed in the meantime.')
          : graphAnswer({ releasePage: { __typename: 'ReleasedPage', id: 'page-1' } }),
    });
    const router = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Give the page back' }));
    const question = within(await screen.findByRole('alertdialog'));
    await userEvent.click(question.getByRole('button', { name: 'Give the page back' }));
    expect((await question.findByRole('alert')).textContent).toContain('changed in the meantime');
    await waitFor(() => expect(reads).toBe(2));
    await userEvent.click(question.getByRole('button', { name: 'Give the page back' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(sent(calls, 'ReleasePage')).toEqual({ id: 'page-1', expectedVersion: 4 });
  });

  it('is handed over by a link that is shown once, and can be cancelled', async () => {
    let reads = 0;
    fakeApi({
      'GRAPH Cards': () => graphAnswer({ page: page(undefined, ++reads === 1 ? null : '2026-12-03T10:00:00.000Z') }),
      'GRAPH OfferHandover': graphAnswer({
        offerHandover: { __typename: 'Handover', token: 'page-1.secret', expiresAt: '2026-12-03T10:00:00.000Z' },
      }),
      'GRAPH WithdrawHandover': graphAnswer({ withdrawHandover: page() }),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Make a link' }));
    const link = `${window.location.origin}/handover?token=page-1.secret`;
    expect(await screen.findByText(link)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the link' }));
    await waitFor(() => expect(screen.queryByText(link)).toBeNull());
  });
});

describe('the link that hands a page over', () => {
  const follow = (address = '/handover?token=page-1.secret') =>
    renderScreen(HandoverPage, ['/handover', '/editor/:id', '/dashboard', '/login'], address);

  it('acts on a press, and leads to the editor of the empty page', async () => {
    const calls = fakeApi({
      'GRAPH AcceptHandover': graphAnswer({ acceptHandover: { __typename: 'Page', id: 'page-1' } }),
    });
    const router = await follow();
    const accept = await screen.findByRole('button', { name: 'Accept the card' });
    expect(calls).toEqual([]);
    await userEvent.click(accept);
    await waitFor(() => expect(router.state.location.pathname).toBe('/editor/page-1'));
    expect(sent(calls, 'AcceptHandover')).toEqual({ token: 'page-1.secret' });
  });

  it('that no longer works says why, and is not offered again', async () => {
    fakeApi({ 'GRAPH AcceptHandover': graphRefusal('HANDOVER_NOT_FOUND', 404, 'This link is no longer valid.') });
    await follow();
    await userEvent.click(await screen.findByRole('button', { name: 'Accept the card' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This link is no longer valid.');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Go home' })).toBeDefined();
  });

  it('asks guests to sign in first, and keeps its secret for their return', async () => {
    endSession('expired');
    fakeApi({});
    await follow();
    expect(screen.queryByRole('button', { name: 'Accept the card' })).toBeNull();
    expect(pendingHandover()).toBeUndefined();
    await userEvent.click(await screen.findByRole('link', { name: 'Log in' }));
    expect(pendingHandover()).toBe('page-1.secret');
  });

  it('without its secret is called incomplete', async () => {
    fakeApi({});
    await follow('/handover');
    expect(await screen.findByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeDefined();
  });
});
