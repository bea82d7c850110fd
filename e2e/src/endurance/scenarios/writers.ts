import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { call, logIn, type Person, SUPERADMIN, signUp } from '../../api.ts';
import { type Cluster, onCluster } from '../cluster.ts';
import type { Scenario } from '../scenario.ts';

const WRITERS = 50;
const SIGN_UPS_AT_ONCE = 4;
/** Random delay of retries: fifty writers that retry at once would keep colliding. */
const TRY_AGAIN_WITHIN_MS = 2_000;

/** Starts a second pages process behind its own gateway, so that two processes write to one store. */
async function twoWays({ product }: Cluster): Promise<readonly string[]> {
  const pages = product.start('pages');
  await pages.ready;
  const gateway = product.start('gateway', { VOLANT_PAGES_URL: pages.origin() });
  await gateway.ready;
  return [product.origin, gateway.origin()];
}

interface StoredCommit {
  readonly _id: number;
  readonly streamId: string;
  readonly version: number;
  readonly events: readonly unknown[];
}

/** All commits of pages in MongoDB. */
async function commitsOf({ settings }: Cluster): Promise<readonly StoredCommit[]> {
  const connection = await mongoose.createConnection(settings.VOLANT_MONGODB_URL ?? '').asPromise();
  try {
    const database = connection.getClient().db(`${settings.VOLANT_MONGODB_DATABASE_PREFIX}_pages`);
    const found = await database.collection('commits').find().sort({ _id: 1 }).toArray();
    return found as unknown as StoredCommit[];
  } finally {
    await connection.close();
  }
}

export const writers: Scenario = {
  name: 'writers',
  what: '50 writers who change one page at once, through two processes; its commits are read from MongoDB',
  // The limit for one page per hour.
  full: 120,
  unit: 'changes',
  run: (amount, say) =>
    onCluster(async (cluster) => {
      const { driver, pages } = cluster;
      const ways = await twoWays(cluster);
      const [page = ''] = pages;
      const acknowledged = new Set<string>();
      const others = new Map<string, number>();
      /** Number of 503 answers per value; such a write may have been stored. */
      const unsure = new Map<string, number>();
      let begun = 0;
      async function writer(number: number): Promise<void> {
        while (begun < amount) {
          begun += 1;
          if (begun % 50 === 0) say(`${acknowledged.size} of ${amount} changes acknowledged`);
          const displayName = `Change ${begun}`;
          for (let answered = false; !answered; ) {
            const origin = ways[number % ways.length] ?? '';
            const { status, body } = await call(origin, 'PATCH', `/api/pages/${page}`, { displayName }, driver);
            answered = status === 200;
            if (answered) {
              acknowledged.add(displayName);
              continue;
            }
            const code = `${status} ${body.code}`;
            if (![409, 429, 503].includes(status)) throw new Error(`a change was answered ${code}`);
            others.set(code, (others.get(code) ?? 0) + 1);
            if (status === 503) unsure.set(displayName, (unsure.get(displayName) ?? 0) + 1);
            await sleep(Math.random() * TRY_AGAIN_WITHIN_MS);
          }
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));

      const commits = await commitsOf(cluster);
      const names = (commit: StoredCommit) => JSON.stringify(commit.events).match(/(?<=")Change \d+(?=")/g) ?? [];
      const stream = commits.find((commit) => names(commit).length > 0)?.streamId;
      const own = commits.filter(({ streamId }) => streamId === stream);
      const stored = own.flatMap((commit) => [...new Set(names(commit))]);
      const lost = [...acknowledged].filter((name) => !stored.includes(name)).length;
      const times = new Map<string, number>();
      for (const name of stored) times.set(name, (times.get(name) ?? 0) + 1);
      const again = (name: string) => (times.get(name) ?? 0) - 1;
      const doubled = [...times.keys()].filter((name) => again(name) > (unsure.get(name) ?? 0)).length;
      const afterUnsure = [...unsure.keys()].filter((name) => again(name) > 0).length;
      const gaps = (numbers: readonly number[]) => numbers.filter((number, index) => number !== index + 1).length;
      const [versions, positions] = [gaps(own.map(({ version }) => version)), gaps(commits.map(({ _id }) => _id))];
      return {
        sent: begun,
        readBack: acknowledged.size - lost,
        lost,
        doubled,
        figures: {
          'changes acknowledged': acknowledged.size,
          'written again after a 503 that was written': afterUnsure,
          ...Object.fromEntries([...others].map(([code, times]) => [`tried again after ${code}`, times])),
        },
        problems: [
          ...(lost + doubled > 0 ? [`${lost} changes lost, ${doubled} doubled`] : []),
          ...(versions + positions > 0 ? [`${versions} versions and ${positions} positions out of line`] : []),
        ],
      };
    }),
};

export const claims: Scenario = {
  name: 'claims',
  what: 'as many drivers claim one page at once, through two processes',
  full: 1_000,
  unit: 'claims',
  run: (amount, say) =>
    onCluster(async (cluster) => {
      const ways = await twoWays(cluster);
      const { origin } = cluster.product;
      const drivers: Person[] = [];
      while (drivers.length < amount) {
        const some = Math.min(SIGN_UPS_AT_ONCE, amount - drivers.length);
        drivers.push(...(await Promise.all(Array.from({ length: some }, () => signUp(origin)))));
      }
      say(`${drivers.length} drivers signed up`);
      const admin = { token: await logIn(origin, SUPERADMIN) };
      const { body } = await call(origin, 'POST', '/api/admin/pages/bulk', { quantity: 1 }, admin);
      const id: string = body.links[0].id;
      const answers = await Promise.all(
        drivers.map(async ({ id: driver, token }, number) => ({
          driver,
          answer: await call(ways[number % ways.length] ?? '', 'POST', `/api/pages/${id}/claim`, {}, { token }),
        })),
      );
      const won = answers.filter(({ answer }) => answer.status === 200);
      const refused = answers.filter(({ answer }) => answer.body.code === 'PAGE_ALREADY_CLAIMED');
      const wrong = answers.filter((one) => !won.includes(one) && !refused.includes(one));
      const owned = await call(origin, 'GET', `/api/pages/${id}`, undefined, admin);
      const problems = [
        ...(won.length === 1 ? [] : [`${won.length} claims succeeded`]),
        ...[...new Set(wrong.map(({ answer }) => `a claim was answered ${answer.status} ${answer.body.code}`))],
        ...(refused.some(({ answer }) => answer.status !== 400) ? ['a refusal that is not 400'] : []),
        ...(owned.body.page?.ownerId === won[0]?.driver ? [] : ['the page is not whose claim succeeded']),
      ];
      return { figures: { succeeded: won.length, 'answered 400': refused.length }, problems };
    }),
};
