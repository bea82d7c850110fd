import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, sampleSession } from '../../testing/samples.ts';
import { Component as HistoryPage } from './history-page.tsx';

interface Field {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const field = (name: string, before: unknown, after: unknown): Field => ({ field: name, before, after });

function version(number: number, fields: readonly Field[] = [], changes: object = {}) {
  return {
    __typename: 'PageVersion',
    version: number,
    changedAt: '2026-11-20T10:00:00.000Z',
    author: 'OWNER',
    account: { __typename: 'User', id: 'user-1', email: 'camille.demo@example.org' },
    acts: [],
    fields: fields.map((each) => ({ __typename: 'FieldChange', ...each })),
    restoredFrom: null,
    reason: null,
    restorable: true,
    pictureDeleted: false,
    ...changes,
  };
}

const history = (nodes: readonly object[], endCursor: string | null = null, ownerId = sampleSession.user.id) =>
  graphAnswer({
    page: samplePage({ ownerId }),
    pageHistory: {
      __typename: 'PageHistory',
      nodes,
      pageInfo: { __typename: 'PageInfo', endCursor, hasNextPage: endCursor !== null },
    },
  });

const open = () => renderScreen(HistoryPage, ['/history/:id', '/editor/:id', '/dashboard'], '/history/page-1');
const entry = async (number: number) =>
  within(await screen.findByRole('article', { name: new RegExp(`Version ${number}`) }));
const wordsOf = async (number: number) =>
  (await entry(number)).getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim());

beforeEach(() => {
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});
afterEach(cleanup);

describe('the history', () => {
  it('tells each field before and after, in words', async () => {
    const tarif = { name: 'Tarif', value: '50 €' };
    const changes = [
      field('whatsapp', '+33639980001', '+33639980002'),
      field('bio', null, 'Hello'),
      field('state', 'ACTIVE', 'INACTIVE'),
      field('rideRequests', false, true),
      field('displayStyle', 'modern', 'buttons'),
      field('avatar', '/uploads/a.png', null),
      field('customFields', tarif, { ...tarif, value: '60 €' }),
      field('customFields', tarif, tarif),
      field('itemOrder', null, null),
      field('laterField', null, 'x'),
      field('company', 'Taxi', null),
    ];
    fakeApi({ 'GRAPH PageHistory': history([version(2, changes)]) });
    await open();
    await waitFor(async () => expect((await wordsOf(2))[0]).toContain('+33 6 39 98 00 02'));
    expect(await wordsOf(2)).toEqual([
      'WhatsApp: Before: +33 6 39 98 00 01 After: +33 6 39 98 00 02',
      'About you: Hello',
      'Page state: Before: Active After: Inactive',
      'Ride requests: Before: no After: yes',
      'Style: Before: Modern cards After: Action buttons',
      'Photo removed',
      'Tarif: Before: 50 € After: 60 €',
      'Tarif: icon or colour changed',
      'Order of the custom fields changed',
      'laterField: x',
      'Company: Before: Taxi After: (empty)',
    ]);
  });

  it('says so if only spaces changed', async () => {
    fakeApi({ 'GRAPH PageHistory': history([version(3), version(2, [], { restoredFrom: 1 })]) });
    await open();
    expect(await wordsOf(3)).toEqual(['Only spaces changed']);
    expect(await wordsOf(2)).toEqual(['Content of version 1 put back']);
  });

  it('tells both names of a renamed item, and colours by their names', async () => {
    const tarif = { name: 'Tarif', value: '50 €' };
    const changes = [
      field('customFields', tarif, { ...tarif, name: 'Prix' }),
      field('customFields', tarif, { name: 'Forfait', value: '60 €' }),
      field('customFields', tarif, null),
      field('accent', null, '#1E3A8A'),
      field('accent', '#0f766e', null),
      field('accent', '#0f766e', '#123456'),
    ];
    fakeApi({ 'GRAPH PageHistory': history([version(2, changes)]) });
    await open();
    expect(await wordsOf(2)).toEqual([
      'Before: Tarif: 50 € After: Prix: 50 €',
      'Before: Tarif: 50 € After: Forfait: 60 €',
      'Tarif: Before: 50 € After: (empty)',
      'Accent colour: Before: Volant green After: Navy',
      'Accent colour: Before: Teal After: Volant green',
      'Accent colour: Before: Teal After: #123456',
    ]);
  });

  it('says who made each change, and what happened to the card', async () => {
    const other = { __typename: 'User', id: 'user-2', email: 'driver@example.org' };
    fakeApi({
      'GRAPH PageHistory': history([
        version(5, [field('state', 'ACTIVE', 'DEACTIVATED')], { author: 'STAFF', account: null, reason: 'Spam' }),
        version(4, [], { author: 'STAFF', account: null, restoredFrom: 2 }),
        version(3, [], { author: 'OWNER', account: other, acts: ['CARD_LOST'] }),
        version(2),
        version(1, [], { author: 'SYSTEM', account: null, acts: ['CLAIMED'] }),
      ]),
    });
    await open();
    expect(await wordsOf(5)).toEqual([
      'Reason, mailed to the owner: Spam',
      'Page state: Before: Active After: Deactivated',
    ]);
    expect(await wordsOf(4)).toEqual(['Content of version 2 put back']);
    expect(await wordsOf(3)).toEqual(['Card reported lost']);
    for (const [number, author] of [
      [4, /^Volant staff · /],
      [3, /^Owner driver@example.org · /],
      [2, /^You · /],
      [1, /^Volant · /],
    ] as const) {
      const when = (await entry(number)).getByText((_, element) => element?.className === 'version__when');
      expect(when.textContent).toMatch(author);
    }
  });

  it.each([
    [sampleSession.user.id, 'Your Pages', '/dashboard'],
    ['somebody-else', 'Administration', '/admin'],
  ])('leads back from a page of %s to “%s”', async (ownerId, name, address) => {
    fakeApi({ 'GRAPH PageHistory': history([version(1)], null, ownerId) });
    await open();
    await entry(1);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address);
  });

  it('grows by its next part', async () => {
    const calls = fakeApi({
      'GRAPH PageHistory': (call) =>
        variablesOf(call).after === '2' ? history([version(1)]) : history([version(2)], '2'),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    await entry(1);
    await entry(2);
    expect(calls.map((call) => variablesOf(call).after)).toEqual([undefined, '2']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('an earlier version', () => {
  it('is put back after a question, against the version that was shown', async () => {
    let nodes = [version(3), version(2, [], { pictureDeleted: true })];
    const calls = fakeApi({
      'GRAPH PageHistory': () => history(nodes),
      'GRAPH RestorePage': () => {
        nodes = [version(4, [], { restoredFrom: 2 }), ...nodes];
        return graphAnswer({ restorePage: samplePage() });
      },
    });
    await open();
    await entry(3);
    expect(screen.queryByRole('button', { name: 'Put back version 3' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Put back version 2' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Put back version 2?' }));
    expect(question.getByText(/the present photo stays/)).toBeDefined();
    await userEvent.click(question.getByRole('button', { name: 'Put back this version' }));
    expect(await screen.findByText('Version 2 is back.')).toBeDefined();
    expect(await wordsOf(4)).toEqual(['Content of version 2 put back']);
    expect(variablesOf(calls[1])).toEqual({ id: 'page-1', version: 2, expectedVersion: 3 });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('stays where it is if the page was changed meanwhile, and the changes are shown before a second try', async () => {
    let nodes = [version(3), version(2)];
    const calls = fakeApi({
      'GRAPH PageHistory': () => history(nodes),
      'GRAPH RestorePage': (call) => {
        if (variablesOf(call).expectedVersion === 4) return graphAnswer({ restorePage: samplePage() });
        nodes = [version(4, [field('bio', null, 'Hello')]), ...nodes];
        return graphRefusal('PAGE_CHANGED', 412, 'Changed meanwhile.');
      },
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Put back version 2' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Put back this version' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Changed meanwhile.');
    await waitFor(() => expect(screen.getByText('Hello')).toBeDefined());
    await userEvent.click(screen.getByRole('button', { name: 'Put back this version' }));
    expect(await screen.findByText('Version 2 is back.')).toBeDefined();
    expect(calls.map((call) => variablesOf(call).expectedVersion).filter(Boolean)).toEqual([3, 4]);
  });

  it('that cannot be put back has no button', async () => {
    fakeApi({ 'GRAPH PageHistory': history([version(3), version(2, [], { restorable: false })]) });
    await open();
    await entry(2);
    expect(screen.queryByRole('button', { name: /Put back/ })).toBeNull();
  });
});
