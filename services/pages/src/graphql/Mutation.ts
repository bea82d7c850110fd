import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type { Language } from '@volant/proto/text/languages';
import { LONGEST_REASON } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { administerPage } from '../commands/administer-page.ts';
import { changeBatchNote, markCards, restoreBatch } from '../commands/batches.ts';
import { addCard, giveUpPage, replaceCard, reportCard } from '../commands/card-commands.ts';
import { type ChangedPage, changePages } from '../commands/change-pages.ts';
import { claimPage } from '../commands/claim-page.ts';
import { createOwnPage } from '../commands/create-own-page.ts';
import { createPages, createPageWithId, EMPTY_CARD } from '../commands/create-pages.ts';
import { deletePage } from '../commands/delete-page.ts';
import { acceptHandover, offerHandover, withdrawHandover } from '../commands/hand-over.ts';
import { loadPage } from '../commands/page-commands.ts';
import { restorePage } from '../commands/restore-page.ts';
import { updatePage } from '../commands/update-page.ts';
import { requireUploaded } from '../commands/upload-image.ts';
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  rotateSecret,
  sendAgain,
  testEndpoint,
} from '../commands/webhook-commands.ts';
import { PAGES_ERRORS } from '../errors.ts';
import { maySee } from '../page/actor.ts';
import type { DeactivationReason } from '../page/deactivation-reason.ts';
import { newIdIn } from '../page/page-id.ts';
import { parseDisplayName, parseField } from '../page/profile.ts';
import { typedText } from '../page/text.ts';
import { shownRecord } from './Batch.ts';
import { actorOf, callerOf, ownerIdIn, type PagesContext } from './context.ts';
import { shownPage } from './Page.ts';
import { parsePageInput } from './page-input.ts';
import type { AdministerPageInput, MutationResolvers, PageInput } from './schema.generated.ts';
import { parseWebhook, shownWebhook, withSecret } from './webhooks.ts';

/** Leaves room for the number within a display name. */
const prefixNoteInput = typedText({ max: 190 });
/** Without a key, no later call could complete the series. */
const firstInput = (key: string | undefined) => (key === undefined ? z.never() : z.int().min(1)).nullish();
const reasonInput = typedText({ max: LONGEST_REASON });

export const Mutation = {
  createPage: guarded(requireViewer, async ({ input }, context, viewer) =>
    shownPage(await createOwnPage(context.commands, parsePageInput(input), callerOf(context, viewer)), viewer),
  ),

  updatePage: guarded(requireViewer, async ({ id, input, expectedVersion }, context, viewer) => {
    const changes = await readPageInput(context, id, input, viewer);
    const caller = callerOf(context, viewer);
    return shownPage(await updatePage(context.commands, id, changes, expectedVersion ?? undefined, caller), viewer);
  }),

  restorePage: guarded(requireViewer, async ({ id, version, expectedVersion }, context, viewer) => {
    const caller = callerOf(context, viewer);
    return shownPage(await restorePage(context.commands, id, version, expectedVersion ?? undefined, caller), viewer);
  }),

  claimPage: guarded(requireViewer, async ({ id }, context, viewer) =>
    shownPage(await claimPage(context.commands, id, callerOf(context, viewer)), viewer),
  ),

  reportCardLost: guarded(requireViewer, async ({ id, expectedVersion }, context, viewer) => {
    const { commands } = context;
    const caller = callerOf(context, viewer);
    return shownPage(await reportCard(commands, 'ReportLost', id, expectedVersion ?? undefined, caller), viewer);
  }),

  reportCardFound: guarded(requireViewer, async ({ id, expectedVersion }, context, viewer) => {
    const { commands } = context;
    const caller = callerOf(context, viewer);
    return shownPage(await reportCard(commands, 'ReportFound', id, expectedVersion ?? undefined, caller), viewer);
  }),

  addCard: guarded(requireViewer, async ({ id, card }, context, viewer) =>
    shownPage(await addCard(context.commands, id, card, callerOf(context, viewer)), viewer),
  ),

  replaceCard: guarded(requireViewer, async ({ id, by, expectedVersion }, context, viewer) => {
    const caller = callerOf(context, viewer);
    return shownPage(await replaceCard(context.commands, id, by, expectedVersion ?? undefined, caller), viewer);
  }),

  releasePage: guarded(requireViewer, async ({ id, expectedVersion }, context, viewer) =>
    giveUpPage(context.commands, id, expectedVersion ?? undefined, callerOf(context, viewer)),
  ),

  offerHandover: guarded(requireViewer, async ({ id }, context, viewer) =>
    offerHandover(context.commands, id, callerOf(context, viewer)),
  ),

  withdrawHandover: guarded(requireViewer, async ({ id }, context, viewer) =>
    shownPage(await withdrawHandover(context.commands, id, callerOf(context, viewer)), viewer),
  ),

  acceptHandover: guarded(requireViewer, async ({ token }, context, viewer) =>
    shownPage(await acceptHandover(context.commands, token, callerOf(context, viewer)), viewer),
  ),

  createPageWithId: guarded(requireAdministrator, async ({ input }, context, viewer) => {
    const displayName = parseDisplayName(input.displayName);
    const page = { ...EMPTY_CARD, state: input.state, ownerId: ownerIdIn(input.ownerId), displayName };
    return shownPage(
      await createPageWithId(context.commands, newIdIn(input.id), page, callerOf(context, viewer)),
      viewer,
    );
  }),

  createPages: guarded(requireAdministrator, async ({ input }, context, viewer) => {
    const prefixNote = parseField('prefixNote', prefixNoteInput, input.prefixNote);
    const { quantity, state, ownerId } = input;
    const caller = callerOf(context, viewer);
    const from = parseField('from', firstInput(caller.idempotencyKey), input.from) ?? 1;
    const wanted = { quantity, prefixNote, state: state ?? 'UNCLAIMED', ownerId: ownerIdIn(ownerId), from };
    const { id, records } = await createPages(context.commands, wanted, caller);
    return { workbookId: id, pages: records.map((record) => shownPage(record, viewer)) };
  }),

  markCards: guarded(requireAdministrator, async ({ batchId, stage, numbers, references }, context, viewer) => {
    const wanted = { numbers: numbers ?? undefined, references: references ?? undefined };
    const { batch, unknown } = await markCards(context.commands, batchId, stage, wanted, callerOf(context, viewer));
    return { batch: shownRecord(batch), unknown };
  }),

  changeBatchNote: guarded(requireAdministrator, async ({ id, note }, context, viewer) => {
    const wanted = parseField('note', prefixNoteInput, note);
    return shownRecord(await changeBatchNote(context.commands, id, wanted, callerOf(context, viewer)));
  }),

  restoreBatch: guarded(requireAdministrator, async ({ id, version }, context, viewer) =>
    shownRecord(await restoreBatch(context.commands, id, version, callerOf(context, viewer))),
  ),

  addWebhook: guarded(requireAdministrator, async ({ input }, context, viewer) =>
    withSecret(await addEndpoint(context.commands, parseWebhook(input, context), callerOf(context, viewer))),
  ),

  changeWebhook: guarded(requireAdministrator, async ({ id, input }, context, viewer) =>
    shownWebhook(await changeEndpoint(context.commands, id, parseWebhook(input, context), callerOf(context, viewer))),
  ),

  rotateWebhookSecret: guarded(requireAdministrator, async ({ id }, context, viewer) =>
    withSecret(await rotateSecret(context.commands, id, callerOf(context, viewer))),
  ),

  removeWebhook: guarded(requireAdministrator, async ({ id }, context, viewer) => {
    await removeEndpoint(context.commands, id, callerOf(context, viewer));
    return { id };
  }),

  testWebhook: guarded(requireAdministrator, async ({ id }, context, viewer) => ({
    id: await testEndpoint(context.commands, id, callerOf(context, viewer)),
  })),

  sendWebhookAgain: guarded(requireAdministrator, async ({ deliveryId }, context, viewer) => ({
    id: await sendAgain(context.commands, context.deliveries, deliveryId, callerOf(context, viewer)),
  })),

  administerPage: guarded(requireAdministrator, async ({ id, input, expectedVersion }, context, viewer) => {
    const newId = input.newId && newIdIn(input.newId);
    const changes = {
      ...(newId ? { publicId: newId } : {}),
      ...administrationIn(input),
      ...reasonGiven(input),
    };
    const caller = callerOf(context, viewer);
    return shownPage(await administerPage(context.commands, id, changes, expectedVersion ?? undefined, caller), viewer);
  }),

  changePages: guarded(requireAdministrator, async ({ changes, ...reason }, context, viewer) => {
    const wanted = changes.map(({ id, expectedVersion, ...input }) => ({
      id,
      ...(expectedVersion == null ? {} : { expectedVersion }),
      ...administrationIn(input),
    }));
    const caller = callerOf(context, viewer);
    const changed = await changePages(context.commands, wanted, reasonGiven(reason), caller);
    return changed.map((page) => shownChange(page, context.call.language));
  }),

  uploadPageImage: guarded(requireViewer, async ({ image }, { commands }, viewer) => {
    // The gateway has stored the file already; a path that a client writes here can only name the client's own
    // picture.
    await requireUploaded(commands, image, actorOf(viewer));
    return { imageUrl: image };
  }),

  deletePage: guarded(requireAdministrator, async ({ id }, context, viewer) => {
    await deletePage(context.commands, id, callerOf(context, viewer));
    return { id };
  }),
} satisfies Required<MutationResolvers>;

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

function shownChange(page: ChangedPage, language: Language) {
  const { id, outcome } = page;
  if (page.outcome !== 'REFUSED') return { id, outcome, version: page.version };
  const { code, text } = toPublicError(page.refusal, language, PAGES_ERRORS);
  return { id, outcome, code, error: text };
}

/** Access errors take precedence over validation errors, so that strangers cannot probe for pages. */
async function readPageInput({ commands }: PagesContext, id: string, input: PageInput, viewer: Viewer) {
  try {
    return parsePageInput(input);
  } catch (error) {
    const uid = await commands.ids.find(id);
    const present = uid === undefined ? undefined : await loadPage(commands, uid);
    if (present === undefined || !maySee(actorOf(viewer), present.page)) throw new DomainError('PAGE_NOT_FOUND');
    throw error;
  }
}
