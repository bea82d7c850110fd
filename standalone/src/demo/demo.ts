import { createReadStream } from 'node:fs';
import type { Site } from '@volant/gateway/static/operator-site';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { z } from 'zod';
import type { Volant } from '../app.ts';
import type { DataDirectory } from '../data-directory.ts';
import { ACCOUNTS, DEMO_PASSWORD, type DemoAccount, SUPERADMIN, SUPPORT } from './accounts.ts';
import { type BusyPage, DAY, DEMO_DAYS, demoActivity } from './activity.ts';
import { ask, callOf, logIn, type SignedIn } from './ask.ts';
import content from './content.json' with { type: 'json' };
import { writeMark } from './mark.ts';
import { beginUnfinished, endUnfinished } from './unfinished.ts';

const PICTURES = new URL('../../assets/', import.meta.url);

export const DEMO_SITE: Site = content.site;

/** Its phone numbers are from the ranges reserved for fiction. */
type DemoPage = (typeof content.pages)[number];
/** `handled`: by demo support staff. */
type DemoMessage = (typeof content.messages)[number];

async function signUp({ identity }: Volant, account: DemoAccount): Promise<void> {
  const query = 'mutation ($input: SignUpInput!) { signUp(input: $input) { user { id } } }';
  const input = { email: account.email, username: account.username, password: DEMO_PASSWORD };
  await ask(identity.subgraph, undefined, query, { input }, z.unknown());
}

async function createPage({ pages }: Volant, admin: SignedIn, id: string): Promise<void> {
  const query = 'mutation ($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { id } }';
  await ask(pages.subgraph, admin.token, query, { input: { id, state: 'UNCLAIMED' } }, z.unknown());
}

async function fillIn(volant: Volant, page: DemoPage, driver: SignedIn): Promise<BusyPage> {
  const claim = 'mutation ($id: ID!) { claimPage(id: $id) { id } }';
  await ask(volant.pages.subgraph, driver.token, claim, { id: page.id }, z.unknown());
  const update = 'mutation ($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { uid tenure } }';
  const input = {
    displayName: page.displayName,
    profile: page.blocks,
    avatar: await sendPicture(volant, page, driver),
  };
  const { updatePage } = await ask(
    volant.pages.subgraph,
    driver.token,
    update,
    { id: page.id, input },
    z.object({ updatePage: z.object({ uid: z.string(), tenure: z.number() }) }),
  );
  return {
    ...updatePage,
    viewsPerDay: page.viewsPerDay,
    customFields: page.blocks.customFields.map(({ name }) => name),
  };
}

async function sendPicture({ pages }: Volant, { picture }: DemoPage, { token }: SignedIn): Promise<string> {
  const body = createReadStream(new URL(picture, PICTURES));
  return (await pages.uploadImage({ body, call: callOf(token) })).imageUrl;
}

async function sendMessage({ support }: Volant, given: DemoMessage, sender: SignedIn | undefined, staff: SignedIn) {
  const { status, handled, ...input } = given;
  const send = 'mutation ($input: SendSupportMessageInput!) { sendSupportMessage(input: $input) { id } }';
  const sent = z.object({ sendSupportMessage: z.object({ id: z.string() }) });
  const { id } = (await ask(support.subgraph, sender?.token, send, { input }, sent)).sendSupportMessage;
  const claim = 'mutation ($id: ID!) { claimSupportMessage(id: $id) { id } }';
  if (handled) await ask(support.subgraph, staff.token, claim, { id }, z.unknown());
  const change =
    'mutation ($id: ID!, $status: SupportMessageStatus!) { changeSupportMessageStatus(id: $id, status: $status) { id } }';
  if (status !== 'OPEN') await ask(support.subgraph, staff.token, change, { id, status }, z.unknown());
}

/**
 * Writes three drivers with their pages and `DEMO_DAYS` of activity, unclaimed pages, support messages, and an account
 * of every role.
 */
export async function writeDemo(data: DataDirectory, volant: Volant): Promise<void> {
  await beginUnfinished(data);
  await writeMark(data, true);

  // Accounts are older than their pages, and pages than their first visit. Sessions begin now, or they would be over.
  await volant.inThePast((DEMO_DAYS + 2) * DAY, async () => {
    await volant.identity.ensureSuperadmin({ email: SUPERADMIN.email, password: DEMO_PASSWORD });
    await Promise.all(ACCOUNTS.map((account) => signUp(volant, account)));
  });
  const superadmin = await logIn(volant, SUPERADMIN);
  const sessions = new Map<string, SignedIn>();
  await Promise.all(
    ACCOUNTS.map(async (account) => {
      const session = await logIn(volant, account);
      sessions.set(account.email, session);
      if (account.role === 'DRIVER') return;
      const query = 'mutation ($id: ID!, $role: Role!) { changeUserRole(userId: $id, role: $role) { id } }';
      const variables = { id: session.user.id, role: account.role };
      await ask(volant.identity.subgraph, superadmin.token, query, variables, z.unknown());
    }),
  );

  const busy = await volant.inThePast((DEMO_DAYS + 1) * DAY, async () => {
    await Promise.all(content.unclaimedIds.map((id) => createPage(volant, superadmin, id)));
    return Promise.all(
      content.pages.map(async (page) => {
        const driver = sessions.get(page.owner);
        if (driver === undefined) throw new Error(`demo data: ${page.owner} has no account`);
        await createPage(volant, superadmin, page.id);
        return fillIn(volant, page, driver);
      }),
    );
  });

  // In sequence, because the inbox shows messages in order of arrival.
  const staff = sessions.get(SUPPORT.email) ?? superadmin;
  for (const message of content.messages) await sendMessage(volant, message, sessions.get(message.email), staff);

  await volant.messageLog.publish(ACTIVITY_TOPIC.name, demoActivity(busy, new Date()));
  await endUnfinished(data);
}

/** Addresses and accounts for trying the demo. */
export function demoSummary(address: string): string {
  const pages = content.pages.map(({ id, blocks }) => `  ${address}/d/${id}`.padEnd(44) + blocks.displayStyle);
  const unclaimed = content.unclaimedIds.map((id) => `${`  ${address}/d/${id}`.padEnd(44)}unclaimed`);
  const accounts = [...ACCOUNTS, SUPERADMIN].map(({ email, role }) => `  ${email.padEnd(26)}${role}`);
  return [
    '',
    'Demo pages',
    ...pages,
    ...unclaimed,
    '',
    `Demo accounts, password ${DEMO_PASSWORD}`,
    ...accounts,
    '',
  ].join('\n');
}
