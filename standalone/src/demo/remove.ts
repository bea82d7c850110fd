import { setTimeout as sleep } from 'node:timers/promises';
import { erasedAmong } from '@volant/analytics/rollups/erased-pages';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { z } from 'zod';
import type { Volant } from '../app.ts';
import { DEMO_PASSWORD, REMOVER } from './accounts.ts';
import { ask, logIn } from './ask.ts';
import content from './content.json' with { type: 'json' };

const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

const found = z.object({
  pages: z.object({
    nodes: z.array(
      z.object({
        uid: z.string(),
        id: z.string(),
        ownerId: z.string().nullable(),
      }),
    ),
  }),
});

/**
 * Erases the demo data through the product's own operations, in a product that has started and does not listen. Can be
 * repeated from any point. A demo page that now belongs to another account stays.
 * @param accounts ids of the demo's accounts
 * @returns internal keys of the deleted pages
 */
export async function removeDemo(
  volant: Volant,
  accounts: readonly string[],
  database: AnalyticsDatabase,
): Promise<readonly string[]> {
  // May be left over from an interrupted removal, and then still has this password.
  await volant.identity.ensureSuperadmin({ email: REMOVER.email, password: DEMO_PASSWORD });
  const remover = await logIn(volant, REMOVER);
  const everybody = [...new Set([...accounts, remover.user.id])];

  const removed: string[] = [];
  for (const id of [...content.pages.map((page) => page.id), ...content.unclaimedIds]) {
    const page = await pageOf(volant, remover.token, id);
    if (page === undefined || (page.ownerId !== null && !everybody.includes(page.ownerId))) continue;
    const query = 'mutation ($id: ID!) { deletePage(id: $id) { id } }';
    await ask(volant.pages.subgraph, remover.token, query, { id: page.id }, z.unknown());
    removed.push(page.uid);
  }
  await volant.support.eraseMessages(content.messages);
  for (const userId of everybody.filter((id) => id !== remover.user.id)) await volant.identity.eraseAccount(userId);
  for (const ownerId of accounts) {
    await until('pages are let go of', async () => (await pagesOf(volant, remover.token, { ownerId })).length === 0);
  }
  await until('events are erased', async () => {
    const erased = removed.length === 0 ? [] : await erasedAmong(database, removed);
    return erased.length === removed.length && (await volant.analytics.lag()) === 0;
  });
  await volant.identity.eraseAccount(remover.user.id);
  return removed;
}

async function pageOf(volant: Volant, token: string, id: string) {
  const pages = await pagesOf(volant, token, { search: id });
  return pages.find((page) => page.id === id);
}

async function pagesOf({ pages }: Volant, token: string, filter: object) {
  const query = 'query ($filter: PageFilter) { pages(first: 100, filter: $filter) { nodes { uid id ownerId } } }';
  return (await ask(pages.subgraph, token, query, { filter }, found)).pages.nodes;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > end)
      throw new OperatorError(`It takes too long until ${what}: run the same command again.`);
    await sleep(LOOK_EVERY_MS);
  }
}
