import { requireSupport } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { Paging } from '@volant/infra/views/newest-first';
import type { Stage } from '../support-message/support-message.ts';
import type { SupportContext } from './context.ts';
import { shownMessage } from './SupportMessage.ts';

interface ListArguments extends Paging {
  readonly filter?: { readonly status?: Stage | null } | null;
}

export const Query: TypeResolvers<SupportContext> = {
  supportMessages(_: unknown, { filter, ...paging }: ListArguments, context: SupportContext) {
    requireSupport(context);
    return context.queries.list(filter?.status ?? undefined, paging);
  },

  async supportMessage(_: unknown, { id }: { readonly id: string }, context: SupportContext) {
    requireSupport(context);
    const [record] = await context.queries.byIds([id]);
    if (record === undefined) throw new DomainError('MESSAGE_NOT_FOUND');
    return shownMessage(record);
  },
};
