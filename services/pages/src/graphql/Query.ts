import { DomainError } from '@volant/infra/errors/domain-error';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { z } from 'zod';
import { readWorkbook } from '../commands/read-workbook.ts';
import { maySee } from '../page/decide.ts';
import type { PageState } from '../page/page.ts';
import { pageKey } from '../page/page-id.ts';
import { parseField } from '../page/profile.ts';
import { typedText } from '../page/text.ts';
import { parseCursor } from '../views/pages/cursor.ts';
import type { PageFilter, PageQueries, PageRecord } from '../views/pages/page-queries.ts';
import { actorOf, type PagesContext, requireAdministrator, requireViewer } from './context.ts';

interface ListArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

interface FilterInput {
  readonly search?: string | null;
  readonly state?: PageState | null;
  readonly claimed?: 'CLAIMED' | 'UNCLAIMED' | null;
  readonly ownerId?: string | null;
  readonly orOwnedBy?: readonly string[] | null;
}

interface WorkbookArguments {
  readonly id: string;
  readonly origin: string;
}

interface IdArgument {
  readonly id: string;
}

const DEFAULT_FIRST = 100;
const searchInput = typedText({ max: 200 });
const originInput = z
  .string()
  .max(200)
  .regex(/^https?:\/\/[^/?#\s]+$/);

export const Query: TypeResolvers<PagesContext> = {
  myPages(_: unknown, { first, after }: ListArguments, context: PagesContext) {
    const { userId } = requireViewer(context);
    return context.queries.list({ ownerId: userId }, first ?? DEFAULT_FIRST, cursor(after));
  },

  async page(_: unknown, { id }: IdArgument, context: PagesContext) {
    const viewer = requireViewer(context);
    const record = await find(context.queries, id);
    if (record === undefined || !maySee(actorOf(viewer), record.page)) throw new DomainError('PAGE_NOT_FOUND');
    return record;
  },

  async adminPage(_: unknown, { id }: IdArgument, context: PagesContext) {
    requireAdministrator(context);
    const record = await find(context.queries, id);
    if (record === undefined) throw new DomainError('PAGE_NOT_FOUND');
    return record;
  },

  async publicPage(_: unknown, { id }: IdArgument, { queries }: PagesContext) {
    const record = await find(queries, id);
    if (record === undefined) throw new DomainError('PAGE_NOT_FOUND');
    return record;
  },

  pages(_: unknown, args: ListArguments & { readonly filter?: FilterInput | null }, context: PagesContext) {
    requireAdministrator(context);
    return context.queries.list(pageFilter(args.filter), args.first ?? DEFAULT_FIRST, cursor(args.after));
  },

  async pageWorkbook(_: unknown, { id, origin }: WorkbookArguments, context: PagesContext) {
    requireAdministrator(context);
    const asked = { id, origin: parseField('origin', originInput, origin), language: context.call.language };
    const { body, ...workbook } = await readWorkbook(context.commands, asked);
    return { ...workbook, base64: Buffer.from(body).toString('base64') };
  },
};

async function find(queries: PageQueries, reference: string): Promise<PageRecord | undefined> {
  const key = pageKey(reference);
  return key === undefined ? undefined : queries.byKey(key);
}

function cursor(after: string | null | undefined) {
  return after === undefined || after === null ? undefined : parseCursor(after);
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
