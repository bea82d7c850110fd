import { call, createPage, eventually, logIn, SUPERADMIN, signUp } from '../../api.ts';
import { expectEnd } from '../../product.ts';
import { type Cluster, onCluster } from '../cluster.ts';
import type { Scenario } from '../scenario.ts';

const SERVICES = ['identity', 'pages', 'support', 'gateway'] as const;
const DRIVERS = 20;
const PAGES_EACH = 3;

/** Everything that is read from views, by permitted callers. */
async function answers({ product: { origin }, driver }: Cluster, pages: readonly string[]): Promise<string> {
  const admin = { token: await logIn(origin, SUPERADMIN) };
  const read = async (path: string, caller: { token?: string }) =>
    (await call(origin, 'GET', path, undefined, caller)).body;
  return JSON.stringify([
    await read('/api/pages/mine', driver),
    await read('/api/admin/pages?limit=1000', admin),
    await read('/api/admin/users?limit=1000', admin),
    await read('/api/support/inbox?limit=1000', admin),
    ...(await Promise.all(pages.map((page) => read(`/api/public/pages/${page}`, {})))),
  ]);
}

export const rebuild: Scenario = {
  name: 'rebuild',
  what: 'every view of a service built anew (`npm run rebuild`), with 20 drivers, 60 pages and 20 messages in them',
  full: SERVICES.length,
  unit: 'services',
  run: (amount, say) =>
    onCluster(async (cluster) => {
      const { product, settings, directory } = cluster;
      const { origin } = product;
      const pages: string[] = [];
      for (let driver = 0; driver < DRIVERS; driver += 1) {
        const { token, email } = await signUp(origin);
        for (let page = 0; page < PAGES_EACH; page += 1) pages.push(await createPage(origin, token, `Page ${page}`));
        await call(origin, 'PATCH', `/api/pages/${pages.at(-1)}`, { displayName: 'Changed' }, { token });
        const message = { name: 'Jo', email, subject: 'Endurance', message: 'A message to be read.' };
        await call(origin, 'POST', '/api/support/contact', message);
      }
      let before = '';
      // Until the views are up to date: two reads agree.
      await eventually(
        async () => {
          const earlier = before;
          before = await answers(cluster, pages);
          return [earlier, before];
        },
        ([earlier, later]) => earlier === later,
      );
      const problems: string[] = [];
      for (const service of SERVICES.slice(0, amount)) {
        const { code, stdout, stderr } = await expectEnd(directory, settings, ['rebuild', service]);
        say(`${service}: ${stdout.trim().split('\n').at(-1)}`);
        if (code !== 0) problems.push(`rebuilding ${service} ended with ${code}: ${stderr.slice(-200)}`);
      }
      if ((await answers(cluster, pages)) !== before) problems.push('what is read is not identical');
      return { figures: { 'pages compared': pages.length }, problems };
    }),
};
