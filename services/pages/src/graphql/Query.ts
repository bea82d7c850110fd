import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { text } from '@volant/infra/text/outside-text';
import type { Paging } from '@volant/infra/views/newest-first';
import { readWorkbook } from '../commands/read-workbook.ts';
import { maySee } from '../page/decide.ts';
import type { PageState } from '../page/page.ts';
import { pageKey } from '../page/page-id.ts';
import { parseField } from '../page/profile.ts';
import { typedText } from '../page/text.ts';
import type { PageFilter, PageQueries, PageRecord } from '../views/pages/page-queries.ts';
import { actorOf, type PagesContext } from './context.ts';
import { shownPage } from './Page.ts';

interface FilterInput {
  readonly search?: string | null;
  readonly state?: PageState | null;
  readonly claimed?: 'CLAIMED' | 'UNCLAIMED' | null;
  readonly ownerId?: string | null;
  readonly orOwnedBy?: readonly string[] | null;
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

const searchInput = typedText({ max: 200 });
const originInput = text(200).regex(/^https?:\/\/[^/?#\s]+$/);

export const Query: TypeResolvers<PagesContext> = {
  myPages: guarded(requireViewer, (paging: Paging, { queries }: PagesContext, { userId }) =>
    queries.list({ ownerId: userId }, paging),
  ),

  page: guarded(requireViewer, async ({ id }: IdArgument, { queries }: PagesContext, viewer) => {
    const record = await find(queries, id);
    if (record === undefined || !maySee(actorOf(viewer), record.page)) throw new DomainError('PAGE_NOT_FOUND');
    return shownPage(record);
  }),

  adminPage: guarded(requireAdministrator, async ({ id }: IdArgument, { queries }: PagesContext) => {
    const record = await find(queries, id);
    if (record === undefined) throw new DomainError('PAGE_NOT_FOUND');
    return shownPage(record);
  }),

  async publicPage(_: unknown, { id }: IdArgument, { queries }: PagesContext) {
    const record = await find(queries, id);
    if (record === undefined) throw new DomainError('PAGE_NOT_FOUND');
    return record;
  },

  pages: guarded(requireAdministrator, ({ filter, ...paging }: PagesArguments, { queries }: PagesContext) =>
    queries.list(pageFilter(filter), paging),
  ),

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

function pageFilter(input: FilterInput | null | undefined): PageFilter {
  const search = parseField('search', searchInput, input?.search);
  return {
    ...(search === '' ? {} : { search }),
    ...(input?.state ? { state: input.state } : {}),
    ...(input?.orOwnedBy ? { orOwnedBy: input.orOwnedBy } : {}),
    ...(input?.ownerId ? { ownerId: input.ownerId } : {}),
    ...(input?.claimed ? { owned: input.claimed === 'CLAIMED' } : {}),
  };
}
