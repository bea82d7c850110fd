import { requireSupport, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import { searchWanted } from '@volant/infra/text/searchable';
import { shownMessage } from './SupportMessage.ts';
import type { QueryResolvers } from './schema.generated.ts';

export const Query = {
  supportMessages: guarded(requireSupport, ({ filter, ...paging }, { queries }) =>
    queries.list({ stage: filter?.status ?? undefined, search: searchWanted(filter?.search) }, paging),
  ),

  mySupportMessages: guarded(requireViewer, (paging, { queries }, { userId }) =>
    queries.list({ senderId: userId }, paging),
  ),

  supportMessage: guarded(requireSupport, async ({ id }, { queries }) => {
    const [record] = await queries.byIds([id]);
    if (record === undefined) throw new DomainError('MESSAGE_NOT_FOUND');
    return shownMessage(record);
  }),
} satisfies Required<QueryResolvers>;
