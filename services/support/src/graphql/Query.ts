import { DomainError } from '@volant/infra/errors/domain-error';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { Stage } from '../support-message/support-message.ts';
import { parseCursor } from '../views/inbox/cursor.ts';
import { requireSupport, type SupportContext } from './context.ts';

interface ListArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly filter?: { readonly status?: Stage | null } | null;
}

const DEFAULT_FIRST = 100;

export const Query: TypeResolvers<SupportContext> = {
  supportMessages(_: unknown, { first, after, filter }: ListArguments, context: SupportContext) {
    requireSupport(context);
    const cursor = after === undefined || after === null ? undefined : parseCursor(after);
    return context.queries.list(filter?.status ?? undefined, first ?? DEFAULT_FIRST, cursor);
  },

  async supportMessage(_: unknown, { id }: { readonly id: string }, context: SupportContext) {
    requireSupport(context);
    const record = await context.messageById.load(id);
    if (record === undefined) throw new DomainError('MESSAGE_NOT_FOUND');
    return record;
  },
};
