import { requireViewer } from '@volant/infra/auth/guards';
import { isAdmin } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type {
  MutationResolvers,
  PageInput,
  PublicPageResolvers,
  QueryResolvers,
  UserResolvers,
} from '../schema.generated.ts';
import { createOwnPage } from './commands/create-own-page.ts';
import { type CommandPorts, findPage } from './commands/page-commands.ts';
import { pageOfCard } from './commands/page-of-card.ts';
import { updatePage } from './commands/update-page.ts';
import { actorOf } from './context.ts';
import { type Actor, maySee } from './domain/actor.ts';
import { isInactive, nameOf, showsProfile } from './domain/page.ts';
import { parsePageInput } from './page-input.ts';
import { findShown, listPages, PageConnection } from './page-list.ts';
import { sentToPage } from './sent.ts';
import { Page, shownPage } from './shown-page.ts';
import type { PageRecord } from './view/page-queries.ts';

const Query = {
  myPages: guarded(requireViewer, (paging, context, viewer) =>
    listPages({ ownerId: viewer.userId, pagesOnly: true }, paging, context),
  ),

  page: guarded(requireViewer, async ({ id }, { queries, commands }, viewer) => {
    const record = await findShown(queries, id);
    if (record === undefined || !maySee(actorOf(viewer), record.page)) throw new DomainError('PAGE_NOT_FOUND');
    return shownPage(await pageOfCard(commands, record), viewer);
  }),

  async publicPage(_, { id }, { queries, commands }) {
    const record = await findShown(queries, id);
    if (record === undefined) throw new DomainError('PAGE_NOT_FOUND');
    const { status } = record.page.card;
    if (status !== 'IN_USE') throw new DomainError(status === 'LOST' ? 'CARD_LOST' : 'CARD_REPLACED');
    return pageOfCard(commands, record);
  },
} satisfies QueryResolvers;

const Mutation = {
  createPage: sentToPage(requireViewer, (ports, { input }, caller) =>
    createOwnPage(ports, parsePageInput(input), caller),
  ),
  updatePage: sentToPage(requireViewer, async (ports, { id, input, expectedVersion }, caller) =>
    updatePage(ports, id, await readPageInput(ports, id, input, caller.actor), expectedVersion, caller),
  ),
} satisfies MutationResolvers;

export type ShownPublicPage = PageRecord;

/** Accessible to everybody: profile and picture are present only while visitors see them. */
const PublicPage = {
  claimed: ({ page }) => page.status === 'owned',
  state: ({ page }) => page.state,
  inactive: ({ page }) => isInactive(page),
  displayName: ({ page }) => nameOf(page),
  profile: ({ page }) => (showsProfile(page) ? page.profile : null),
  avatar: ({ page }) => (showsProfile(page) ? page.avatar : null),
} satisfies Required<PublicPageResolvers>;

/** Identity resolves the person; this service only has the reference. */
const User = {
  __resolveReference: ({ id }) => ({ id }),
  pageCount: ({ id }, _, { viewer, pageCountByOwner }) =>
    viewer?.userId === id || isAdmin(viewer) ? pageCountByOwner.load(id) : null,
} satisfies UserResolvers;

export const PAGE_RESOLVERS = { Query, Mutation, Page, PageConnection, PublicPage, User };

/** Access errors take precedence over validation errors, so that strangers cannot probe for pages. */
async function readPageInput(ports: CommandPorts, id: string, input: PageInput, actor: Actor) {
  try {
    return parsePageInput(input);
  } catch (error) {
    const present = await findPage(ports, id);
    if (present === undefined || !maySee(actor, present.page)) throw new DomainError('PAGE_NOT_FOUND');
    throw error;
  }
}
