import { requireAdministrator } from '@volant/infra/auth/guards';
import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import { LONGEST_REASON } from '@volant/proto/text/lengths';
import { deletePage } from '../page/commands/delete-page.ts';
import { EMPTY_CARD } from '../page/commands/make-pages.ts';
import { ownerIdIn, type PagesContext } from '../page/context.ts';
import type { DeactivationReason } from '../page/domain/deactivation-reason.ts';
import { newIdIn } from '../page/domain/page-id.ts';
import { parseDisplayName, parseField } from '../page/domain/profile.ts';
import { typedText } from '../page/domain/text.ts';
import { findShown, listPages, pageFilter } from '../page/page-list.ts';
import { sent, sentToPage } from '../page/sent.ts';
import { shownPage } from '../page/shown-page.ts';
import type { AdministerPageInput, MutationResolvers, QueryResolvers } from '../schema.generated.ts';
import { administerPage } from './administer-page.ts';
import { type ChangedPage, changePages } from './change-pages.ts';
import { createPageWithId } from './create-page-with-id.ts';

const reasonInput = typedText({ max: LONGEST_REASON });

const Query = {
  adminPage: guarded(requireAdministrator, async ({ id }, { queries }, viewer) => {
    const record = await findShown(queries, id);
    if (record === undefined) throw new DomainError('PAGE_NOT_FOUND');
    return shownPage(record, viewer);
  }),

  pages: guarded(requireAdministrator, async ({ filter, orderBy, descending, ...paging }, context) =>
    listPages(await pageFilter(filter, context), paging, context, { by: orderBy, descending }),
  ),
} satisfies QueryResolvers;

const Mutation = {
  createPageWithId: sentToPage(requireAdministrator, (ports, { input }, caller) => {
    const displayName = parseDisplayName(input.displayName);
    const page = { ...EMPTY_CARD, state: input.state, ownerId: ownerIdIn(input.ownerId), displayName };
    return createPageWithId(ports, newIdIn(input.id), page, caller);
  }),

  administerPage: sentToPage(requireAdministrator, (ports, { id, input, expectedVersion }, caller) => {
    const newId = input.newId && newIdIn(input.newId);
    const changes = { ...(newId ? { publicId: newId } : {}), ...administrationIn(input), ...reasonGiven(input) };
    return administerPage(ports, id, changes, expectedVersion, caller);
  }),

  changePages: sent(requireAdministrator, async (ports, { changes, ...reason }, caller, context) => {
    const requests = changes.map(({ id, expectedVersion, ...input }) => ({
      id,
      expectedVersion,
      ...administrationIn(input),
    }));
    const changed = await changePages(ports, requests, reasonGiven(reason), caller);
    return changed.map((page) => shownChange(page, context));
  }),

  deletePage: sent(requireAdministrator, async (ports, { id }, caller) => {
    await deletePage(ports, id, caller);
    return { id };
  }),
} satisfies MutationResolvers;

export const ADMINISTRATION_RESOLVERS = { Query, Mutation };

/** Undefined words if the caller gives none; empty ones are refused where a reason is needed. */
function reasonGiven({
  commonReason,
  reason,
}: Pick<AdministerPageInput, 'commonReason' | 'reason'>): DeactivationReason {
  return {
    commonReason: commonReason ?? undefined,
    reason: reason == null ? undefined : parseField('reason', reasonInput, reason),
  };
}

function administrationIn({
  state,
  displayName,
  ownerId,
}: Omit<AdministerPageInput, 'newId' | 'commonReason' | 'reason'>) {
  return {
    ...(state ? { state } : {}),
    ...(displayName === undefined ? {} : { displayName: parseDisplayName(displayName) }),
    ...(ownerId === undefined ? {} : { ownerId: ownerIdIn(ownerId) }),
  };
}

function shownChange(page: ChangedPage, { call, errors }: Pick<PagesContext, 'call' | 'errors'>) {
  const { id, outcome } = page;
  if (page.outcome !== 'REFUSED') return { id, outcome, version: page.version };
  const { code, text } = toPublicError(page.refusal, call.language, errors);
  return { id, outcome, code, error: text };
}
