import { requireSupport, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { searchWanted } from '@volant/infra/text/searchable';
import type { Paging } from '@volant/infra/views/newest-first';
import type { Stage } from '../support-message/support-message.ts';
import type { SupportContext } from './context.ts';
import { shownMessage } from './SupportMessage.ts';

interface ListArguments extends Paging {
  readonly filter?: { readonly status?: Stage | null; readonly search?: string | null } | null;
}

export const Query: TypeResolvers<SupportContext> = {
  supportMessages: guarded(requireSupport, ({ filter, ...paging }: ListArguments, { queries }: SupportContext) =>
    queries.list({ stage: filter?.status ?? undefined, search: searchWanted(filter?.search) }, paging),
  ),

  mySupportMessages: guarded(requireViewer, (paging: Paging, { queries }: SupportContext, { userId }) =>
    queries.list({ senderId: userId }, paging),
  ),

  supportMessage: guarded(requireSupport, async ({ id }: { readonly id: string }, { queries }: SupportContext) => {
    const [record] = await queries.byIds([id]);
    if (record === undefined) throw new DomainError('MESSAGE_NOT_FOUND');
    return shownMessage(record);
  }),
};
