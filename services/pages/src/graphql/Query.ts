import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import { text } from '@volant/infra/text/outside-text';
import { searchWanted } from '@volant/infra/text/searchable';
import { mapPart, type Paging, type WantedOrder } from '@volant/infra/views/newest-first';
import { loadBatch } from '../commands/batches.ts';
import { pageOfCard } from '../commands/card-commands.ts';
import { readVersions } from '../commands/read-versions.ts';
import { readWorkbook } from '../commands/read-workbook.ts';
import { endpointIn, loadEndpoints } from '../commands/webhook-commands.ts';
import { maySee } from '../page/actor.ts';
import { pageKey } from '../page/page-id.ts';
import { parseField } from '../page/profile.ts';
import type { PageFilter, PageQueries, PageRecord } from '../views/pages/page-queries.ts';
import { shownBatch, shownRecord } from './Batch.ts';
import { actorOf, ownerIdIn, type PagesContext } from './context.ts';
import { shownPage } from './Page.ts';
import type { FilteredPages } from './PageConnection.ts';
import { shownHistory } from './page-history.ts';
import type { PageColumn, PageFilter as PageFilterInput, QueryResolvers } from './schema.generated.ts';
import { shownWebhook } from './webhooks.ts';

const originInput = text(200).regex(/^https?:\/\/[^/?#\s]+$/);

export const Query = {
  myPages: guarded(requireViewer, (paging, context, viewer) =>
    listed({ ownerId: viewer.userId, pagesOnly: true }, paging, context),
  ),

  page: guarded(requireViewer, async ({ id }, { queries, commands }, viewer) => {
    const record = await find(queries, id);
    if (record === undefined || !maySee(actorOf(viewer), record.page)) throw new DomainError('PAGE_NOT_FOUND');
    return shownPage(await pageOfCard(commands, record), viewer);
  }),

  adminPage: guarded(requireAdministrator, async ({ id }, { queries }, viewer) => {
    const record = await find(queries, id);
    if (record === undefined) throw new DomainError('PAGE_NOT_FOUND');
    return shownPage(record, viewer);
  }),

  pageHistory: guarded(requireViewer, async ({ id, ...paging }, context, viewer) =>
    shownHistory(await readVersions(context.commands, id, paging, actorOf(viewer)), viewer, context.call.language),
  ),

  async publicPage(_, { id }, { queries, commands }) {
    const record = await find(queries, id);
    if (record === undefined) throw new DomainError('PAGE_NOT_FOUND');
    const { status } = record.page.card;
    if (status !== 'IN_USE') throw new DomainError(status === 'LOST' ? 'CARD_LOST' : 'CARD_REPLACED');
    return pageOfCard(commands, record);
  },

  pages: guarded(requireAdministrator, async ({ filter, orderBy, descending, ...paging }, context) =>
    listed(await pageFilter(filter, context), paging, context, { by: orderBy, descending }),
  ),

  pageWorkbook: guarded(requireAdministrator, async ({ id, origin }, { commands, call }) => {
    const asked = { id, origin: parseField('origin', originInput, origin), language: call.language };
    const { body, ...workbook } = await readWorkbook(commands, asked);
    return { ...workbook, base64: Buffer.from(body).toString('base64') };
  }),

  batches: guarded(requireAdministrator, async ({ filter, orderBy, descending, ...paging }, { batches }) => {
    const wanted = { search: searchWanted(filter?.search), stage: filter?.stage ?? undefined };
    const part = await batches.list(wanted, paging, { by: orderBy, descending });
    return mapPart(part, ({ _id: id, ...batch }) => shownBatch({ id, ...batch }));
  }),

  batch: guarded(requireAdministrator, async ({ id }, { commands }) => shownRecord(await loadBatch(commands, id))),

  webhooks: guarded(requireAdministrator, async (_, { commands }) =>
    (await loadEndpoints(commands)).map((endpoint) => shownWebhook(endpoint)),
  ),

  webhook: guarded(requireAdministrator, async ({ id }, { commands }) =>
    shownWebhook(endpointIn(await loadEndpoints(commands), id)),
  ),
} satisfies Required<QueryResolvers>;

async function listed(
  filter: PageFilter,
  paging: Paging,
  context: PagesContext,
  order: WantedOrder<PageColumn> = {},
): Promise<FilteredPages> {
  const part = await inOrder(filter, paging, context, order);
  return { ...mapPart(part, (record) => shownPage(record, context.viewer)), filter };
}

/** Only other services know the names of owners and the numbers of events. */
async function inOrder(
  filter: PageFilter,
  paging: Paging,
  { queries, peopleFound, eventTotals }: PagesContext,
  { by, descending }: WantedOrder<PageColumn>,
) {
  if (by === 'OWNER') return queries.listByOwner(filter, paging, await peopleFound(''), descending ?? false);
  if (by !== 'EVENTS') return queries.list(filter, paging, { by, descending });
  if (eventTotals === undefined) throw new DomainError('UNAVAILABLE');
  return queries.listByEvents(filter, paging, await eventTotals(), descending ?? false);
}

async function find(queries: PageQueries, reference: string): Promise<PageRecord | undefined> {
  const key = pageKey(reference);
  return key === undefined ? undefined : queries.byKey(key);
}

async function pageFilter(
  input: PageFilterInput | null | undefined,
  { peopleFound }: PagesContext,
): Promise<PageFilter> {
  const search = searchWanted(input?.search);
  return {
    // Only identity knows the names and addresses of owners, and normalizes the search itself: pass it as typed.
    ...(search.length === 0 ? {} : { search, orOwnedBy: await peopleFound(input?.search ?? '') }),
    ...(input?.state ? { state: input.state } : {}),
    ...ownedBy(input?.ownerId),
    ...(input?.claimed ? { claimed: input.claimed === 'CLAIMED' } : {}),
  };
}

function ownedBy(given: string | null | undefined): Pick<PageFilter, 'ownerId'> {
  const ownerId = ownerIdIn(given);
  return ownerId === null ? {} : { ownerId };
}
