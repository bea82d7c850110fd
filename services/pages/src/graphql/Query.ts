import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { text } from '@volant/infra/text/outside-text';
import { searchWanted } from '@volant/infra/text/searchable';
import type { Paging } from '@volant/infra/views/newest-first';
import { readWorkbook } from '../commands/read-workbook.ts';
import { maySee } from '../page/decide.ts';
import type { PageState } from '../page/page.ts';
import { pageKey } from '../page/page-id.ts';
import { parseField } from '../page/profile.ts';
import type { PageFilter, PageQueries, PageRecord } from '../views/pages/page-queries.ts';
import { actorOf, type PagesContext } from './context.ts';
import { shownPage } from './Page.ts';
import { FilteredPages } from './PageConnection.ts';

interface FilterInput {
  readonly search?: string | null;
  readonly state?: PageState | null;
  readonly claimed?: 'CLAIMED' | 'UNCLAIMED' | null;
  readonly ownerId?: string | null;
}

interface PagesArguments extends Paging {
  readonly filter?: FilterInput | null;
}

interface WorkbookArguments {
  readonly id: string;
  readonly origin: string;
}

interface IdArgument {
  readonly id: string;
}

const originInput = text(200).regex(/^https?:\/\/[^/?#\s]+$/);

export const Query: TypeResolvers<PagesContext> = {
  myPages: guarded(requireViewer, async (paging: Paging, { queries }: PagesContext, { userId }) => {
    const wanted = { ownerId: userId };
    return new FilteredPages(await queries.list(wanted, paging), wanted);
  }),

  page: guarded(requireViewer, async ({ id }: IdArgument, { queries }: PagesContext, viewer) => {
    const record = await find(queries, id);
    if (record === undefined || !maySee(actorOf(viewer), record.page)) throw new DomainError('PAGE_NOT_FOUND');
    return shownPage(record, viewer);
  }),

  adminPage: guarded(requireAdministrator, async ({ id }: IdArgument, { queries }: PagesContext, viewer) => {
    const record = await find(queries, id);
    if (record === undefined) throw new DomainError('PAGE_NOT_FOUND');
    return shownPage(record, viewer);
  }),

  async publicPage(_: unknown, { id }: IdArgument, { queries }: PagesContext) {
    const record = await find(queries, id);
    if (record === undefined) throw new DomainError('PAGE_NOT_FOUND');
    return record;
  },

  pages: guarded(requireAdministrator, async ({ filter, ...paging }: PagesArguments, context: PagesContext) => {
    const wanted = await pageFilter(filter, context);
    return new FilteredPages(await context.queries.list(wanted, paging), wanted);
  }),

  pageWorkbook: guarded(
    requireAdministrator,
    async ({ id, origin }: WorkbookArguments, { commands, call }: PagesContext) => {
      const asked = { id, origin: parseField('origin', originInput, origin), language: call.language };
      const { body, ...workbook } = await readWorkbook(commands, asked);
      return { ...workbook, base64: Buffer.from(body).toString('base64') };
    },
  ),
};

async function find(queries: PageQueries, reference: string): Promise<PageRecord | undefined> {
  const key = pageKey(reference);
  return key === undefined ? undefined : queries.byKey(key);
}

async function pageFilter(input: FilterInput | null | undefined, { peopleFound }: PagesContext): Promise<PageFilter> {
  const search = searchWanted(input?.search);
  return {
    // Only identity knows the names and addresses of owners, and normalizes the search itself: pass it as typed.
    ...(search === '' ? {} : { search, orOwnedBy: await peopleFound(input?.search ?? '') }),
    ...(input?.state ? { state: input.state } : {}),
    ...(input?.ownerId ? { ownerId: input.ownerId } : {}),
    ...(input?.claimed ? { claimed: input.claimed === 'CLAIMED' } : {}),
  };
}
