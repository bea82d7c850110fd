import { DomainError } from '@volant/infra/errors/domain-error';
import type { Deactivation } from '@volant/infra/process/server/remote-service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPages, type PagesFixture, tokenOf } from '../testing/pages-fixture.ts';

const CREATE = 'mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { id } }';
const ADMINISTER =
  'mutation($id: ID!, $input: AdministerPageInput!) { administerPage(id: $id, input: $input) { state } }';
const HISTORY = 'query($id: ID!) { pageHistory(id: $id) { nodes { reason fields { field after } } } }';
const admin = tokenOf('admin', 'ADMIN');

let pages: PagesFixture;
let notices: Deactivation[];
let identity: (deactivation: Deactivation) => void;

beforeEach(async () => {
  notices = [];
  identity = (deactivation) => void notices.push(deactivation);
  pages = await openPages({}, { tellDeactivation: async (deactivation) => identity(deactivation) });
  await pages.openAccount('ana');
});
afterEach(() => pages.close());

async function make(id: string, ownerId: string | null = 'ana'): Promise<void> {
  const answer = await pages.run(admin, CREATE, { input: { id, state: 'ACTIVE', ownerId } });
  expect(answer.code).toBeUndefined();
}
const administer = (id: string, input: object) => pages.run(admin, ADMINISTER, { id, input });

describe('deactivating a page', () => {
  it('tells identity its owner and the reason, which stands in the history', async () => {
    await make('Blocked1');
    const done = await administer('Blocked1', { state: 'DEACTIVATED', reason: '  Spam \n' });
    expect(done.data).toEqual({ administerPage: { state: 'DEACTIVATED' } });
    await vi.waitFor(() =>
      expect(notices).toEqual([expect.objectContaining({ ownerId: 'ana', pageId: 'Blocked1', reason: 'Spam' })]),
    );
    const { nodes } = (await pages.run(tokenOf('ana'), HISTORY, { id: 'Blocked1' })).data.pageHistory;
    expect(nodes[0]).toEqual({ reason: 'Spam', fields: [{ field: 'state', after: 'DEACTIVATED' }] });
  });

  it('tells a common reason in each language of mails, with the administrator’s words behind it', async () => {
    await make('Blocked4');
    await administer('Blocked4', { state: 'DEACTIVATED', commonReason: 'COMPLAINTS', reason: 'Lundi.' });
    const french = 'Nous avons reçu plusieurs réclamations de passagers. Lundi.';
    const english = 'We have received several complaints from passengers. Lundi.';
    await vi.waitFor(() =>
      expect(notices).toEqual([expect.objectContaining({ reason: french, reasons: { fr: french, en: english } })]),
    );
    for (const [language, reason] of [
      ['fr', french],
      ['en', english],
    ] as const) {
      const { data } = await pages.run(tokenOf('ana'), HISTORY, { id: 'Blocked4' }, { language });
      expect(data.pageHistory.nodes[0].reason).toBe(reason);
    }
  });

  it('tells identity again until it has stored it, also after a restart', async () => {
    let attempts = 0;
    identity = () => {
      attempts += 1;
      throw new DomainError('UNAVAILABLE');
    };
    await make('Blocked2');
    await administer('Blocked2', { state: 'DEACTIVATED', reason: 'Spam' });
    await vi.waitFor(() => expect(attempts).toBeGreaterThan(0));
    identity = (deactivation) => void notices.push(deactivation);
    await pages.restart();
    await vi.waitFor(() => expect(notices).toHaveLength(1));
  });

  it('tells nothing of a page without an owner, nor of one that is open again or somebody else’s', async () => {
    identity = () => {
      throw new DomainError('UNAVAILABLE');
    };
    await pages.openAccount('ben');
    for (const id of ['Open1', 'Given1']) await make(id);
    await make('Free1', null);
    for (const id of ['Open1', 'Given1', 'Free1']) await administer(id, { state: 'DEACTIVATED', reason: id });
    await administer('Open1', { state: 'ACTIVE' });
    pages.advance(1_000);
    await administer('Given1', { ownerId: 'ben' });
    identity = (deactivation) => void notices.push(deactivation);
    await make('Last1');
    await administer('Last1', { state: 'DEACTIVATED', reason: 'Last' });
    await vi.waitFor(() => expect(notices).toMatchObject([{ reason: 'Last' }]));
  });

  it('refuses an empty reason, and one that is too long, and changes nothing', async () => {
    await make('Blocked3');
    for (const reason of ['', ' ']) {
      expect((await administer('Blocked3', { state: 'DEACTIVATED', reason })).code).toBe('REASON_REQUIRED');
    }
    const long = await administer('Blocked3', { state: 'DEACTIVATED', reason: 'x'.repeat(501) });
    expect(long.code).toBe('VALIDATION_FAILED');
    expect((await administer('Blocked3', { displayName: 'x' })).data.administerPage.state).toBe('ACTIVE');
  });
});
