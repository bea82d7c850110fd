import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import { type Guard, guarded } from '@volant/infra/graphql/guarded';
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
import { type Caller, type CommandPorts, findPage } from '../commands/page-commands.ts';
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
import { type Actor, maySee } from '../page/actor.ts';
import type { DeactivationReason } from '../page/deactivation-reason.ts';
import { newIdIn } from '../page/page-id.ts';
import { parseDisplayName, parseField } from '../page/profile.ts';
import { typedText } from '../page/text.ts';
import type { PageRecord } from '../views/pages/page-queries.ts';
import { shownRecord } from './Batch.ts';
import { callerOf, ownerIdIn, type PagesContext } from './context.ts';
import { shownPage } from './Page.ts';
import { parsePageInput } from './page-input.ts';
import type { AdministerPageInput, MutationResolvers, PageInput } from './schema.generated.ts';
import { parseWebhook, shownWebhook, withSecret } from './webhooks.ts';

/** Leaves room for the number within a display name. */
const prefixNoteInput = typedText({ max: 190 });
/** Without a key, no later call could complete the series. */
const firstInput = (key: string | undefined) => (key === undefined ? z.never() : z.int().min(1)).nullish();
const reasonInput = typedText({ max: LONGEST_REASON });

/** A mutation that sends a command. */
function sent<Arguments, Result>(
  guard: Guard,
  send: (ports: CommandPorts, args: Arguments, caller: Caller, context: PagesContext) => Result,
) {
  return guarded(guard, (args: Arguments, context: PagesContext, viewer) =>
    send(context.commands, args, callerOf(context.call, viewer), context),
  );
}

/** A mutation that sends a command to a page, and answers with the page after it. */
function sentToPage<Arguments>(
  guard: Guard,
  send: (ports: CommandPorts, args: Arguments, caller: Caller) => Promise<PageRecord>,
) {
  return sent(guard, async (ports, args: Arguments, caller, { viewer }) =>
    shownPage(await send(ports, args, caller), viewer),
  );
}

export const Mutation = {
  createPage: sentToPage(requireViewer, (ports, { input }, caller) =>
    createOwnPage(ports, parsePageInput(input), caller),
  ),
  updatePage: sentToPage(requireViewer, async (ports, { id, input, expectedVersion }, caller) =>
    updatePage(ports, id, await readPageInput(ports, id, input, caller.actor), expectedVersion, caller),
  ),
  restorePage: sentToPage(requireViewer, (ports, { id, version, expectedVersion }, caller) =>
    restorePage(ports, id, version, expectedVersion, caller),
  ),
  claimPage: sentToPage(requireViewer, (ports, { id }, caller) => claimPage(ports, id, caller)),
  reportCardLost: sentToPage(requireViewer, (ports, { id, expectedVersion }, caller) =>
    reportCard(ports, 'ReportLost', id, expectedVersion, caller),
  ),
  reportCardFound: sentToPage(requireViewer, (ports, { id, expectedVersion }, caller) =>
    reportCard(ports, 'ReportFound', id, expectedVersion, caller),
  ),
  addCard: sentToPage(requireViewer, (ports, { id, card }, caller) => addCard(ports, id, card, caller)),
  replaceCard: sentToPage(requireViewer, (ports, { id, by, expectedVersion }, caller) =>
    replaceCard(ports, id, by, expectedVersion, caller),
  ),
  releasePage: sent(requireViewer, (ports, { id, expectedVersion }, caller) =>
    giveUpPage(ports, id, expectedVersion, caller),
  ),
  offerHandover: sent(requireViewer, (ports, { id }, caller) => offerHandover(ports, id, caller)),
  withdrawHandover: sentToPage(requireViewer, (ports, { id }, caller) => withdrawHandover(ports, id, caller)),
  acceptHandover: sentToPage(requireViewer, (ports, { token }, caller) => acceptHandover(ports, token, caller)),

  createPageWithId: sentToPage(requireAdministrator, (ports, { input }, caller) => {
    const displayName = parseDisplayName(input.displayName);
    const page = { ...EMPTY_CARD, state: input.state, ownerId: ownerIdIn(input.ownerId), displayName };
    return createPageWithId(ports, newIdIn(input.id), page, caller);
  }),

  createPages: sent(requireAdministrator, async (ports, { input }, caller, { viewer }) => {
    const prefixNote = parseField('prefixNote', prefixNoteInput, input.prefixNote);
    const { quantity, state, ownerId } = input;
    const from = parseField('from', firstInput(caller.idempotencyKey), input.from) ?? 1;
    const wanted = { quantity, prefixNote, state: state ?? 'UNCLAIMED', ownerId: ownerIdIn(ownerId), from };
    const { id, records } = await createPages(ports, wanted, caller);
    return { workbookId: id, pages: records.map((record) => shownPage(record, viewer)) };
  }),

  markCards: sent(requireAdministrator, async (ports, { batchId, stage, numbers, references }, caller) => {
    const wanted = { numbers: numbers ?? undefined, references: references ?? undefined };
    const { batch, unknown } = await markCards(ports, batchId, stage, wanted, caller);
    return { batch: shownRecord(batch), unknown };
  }),

  changeBatchNote: sent(requireAdministrator, async (ports, { id, note }, caller) =>
    shownRecord(await changeBatchNote(ports, id, parseField('note', prefixNoteInput, note), caller)),
  ),
  restoreBatch: sent(requireAdministrator, async (ports, { id, version }, caller) =>
    shownRecord(await restoreBatch(ports, id, version, caller)),
  ),

  addWebhook: sent(requireAdministrator, async (ports, { input }, caller, context) =>
    withSecret(await addEndpoint(ports, parseWebhook(input, context), caller)),
  ),
  changeWebhook: sent(requireAdministrator, async (ports, { id, input }, caller, context) =>
    shownWebhook(await changeEndpoint(ports, id, parseWebhook(input, context), caller)),
  ),
  rotateWebhookSecret: sent(requireAdministrator, async (ports, { id }, caller) =>
    withSecret(await rotateSecret(ports, id, caller)),
  ),
  removeWebhook: sent(requireAdministrator, async (ports, { id }, caller) => {
    await removeEndpoint(ports, id, caller);
    return { id };
  }),
  testWebhook: sent(requireAdministrator, async (ports, { id }, caller) => ({
    id: await testEndpoint(ports, id, caller),
  })),
  sendWebhookAgain: sent(requireAdministrator, async (ports, { deliveryId }, caller, { deliveries }) => ({
    id: await sendAgain(ports, deliveries, deliveryId, caller),
  })),

  administerPage: sentToPage(requireAdministrator, (ports, { id, input, expectedVersion }, caller) => {
    const newId = input.newId && newIdIn(input.newId);
    const changes = { ...(newId ? { publicId: newId } : {}), ...administrationIn(input), ...reasonGiven(input) };
    return administerPage(ports, id, changes, expectedVersion, caller);
  }),

  changePages: sent(requireAdministrator, async (ports, { changes, ...reason }, caller, { call }) => {
    const wanted = changes.map(({ id, expectedVersion, ...input }) => ({
      id,
      expectedVersion,
      ...administrationIn(input),
    }));
    const changed = await changePages(ports, wanted, reasonGiven(reason), caller);
    return changed.map((page) => shownChange(page, call.language));
  }),

  uploadPageImage: sent(requireViewer, async (ports, { image }, { actor }) => {
    // The gateway has stored the file already; a path that a client writes here can only name the client's own
    // picture.
    await requireUploaded(ports, image, actor);
    return { imageUrl: image };
  }),

  deletePage: sent(requireAdministrator, async (ports, { id }, caller) => {
    await deletePage(ports, id, caller);
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
async function readPageInput(ports: CommandPorts, id: string, input: PageInput, actor: Actor) {
  try {
    return parsePageInput(input);
  } catch (error) {
    const present = await findPage(ports, id);
    if (present === undefined || !maySee(actor, present.page)) throw new DomainError('PAGE_NOT_FOUND');
    throw error;
  }
}
