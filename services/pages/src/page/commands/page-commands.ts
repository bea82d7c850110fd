import { takeChange } from '@volant/infra/cache/change-limit';
import { DomainError } from '@volant/infra/errors/domain-error';
import { type CommandContext, type HandledCommand, handleCommand } from '@volant/infra/event-store/command-handler';
import { type CommitMeta, VersionConflict } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin } from '@volant/infra/graphql/request-origin';
import { type Actor, maySee } from '../domain/actor.ts';
import { type PageCommand, pageDecider } from '../domain/decide.ts';
import { type PageEvent, pageCodec } from '../domain/events.ts';
import { exists, ownerOf, type Page, pageStream } from '../domain/page.ts';
import { PAGE_SEALED } from '../domain/sealed.ts';
import type { NoticesOf } from '../notices.ts';
import type { Occurrences } from '../occurrences.ts';
import type { CorePorts, PagesSettings } from '../ports.ts';
import type { ReservedIds } from '../reserved-ids.ts';
import { writeAnew } from '../rewriting/write-anew.ts';
import type { PageRecord } from '../view/page-queries.ts';
import type { UpkeepQueries } from '../view/upkeep-queries.ts';

/** For one page by its driver, and as many by administrators, who must be able to block it. */
const CHANGES_PER_HOUR = 120;

/** What the service offers its features. */
export interface CommandPorts extends CorePorts {
  readonly settings: PagesSettings;
  readonly ids: ReservedIds;
  /** Resolves when this service's views hold the commit; false if they are late. */
  readonly waitForViews: (position: number) => Promise<boolean>;
  readonly hasAccount: (userId: string) => Promise<boolean>;
  /**
   * Call after a page was given to an account: if the account is erased, releases the page and returns true. An account
   * is marked as erased before its pages are looked up, so that no page slips through in between.
   */
  readonly releaseIfErased: (userId: string) => Promise<boolean>;
  readonly countMadeBy: (userId: string) => Promise<number>;
  readonly pagesByUid: (uids: readonly string[]) => Promise<readonly (PageRecord | undefined)[]>;
  readonly queries: UpkeepQueries;
  /** Of all features. */
  readonly occurrences: readonly Occurrences[];
  readonly notices: readonly NoticesOf[];
}

/** Sender of a command, and its request. */
export interface Caller extends Pick<RequestOrigin, 'correlationId' | 'idempotencyKey'> {
  readonly actor: Actor;
}

export function metaOf({ actor, correlationId }: Caller): CommitMeta {
  return { actor: actor.userId, correlationId };
}

/** An id that is the same on every retry; a new one without an idempotency key. */
export function repeatable(ports: CommandPorts, caller: Caller, ...purpose: readonly (string | number)[]): string {
  return repeatableId(ports.newId, caller.idempotencyKey, caller.actor.userId, ...purpose);
}

/** Content of a command, without the parts that differ between retries. */
function requestOf({ type, data }: PageCommand): string {
  const {
    at: _,
    claimedAt: __,
    createdAt: ___,
    uid: ____,
    publicId,
    ...content
  }: Record<string, unknown> = { ...data };
  // The id of a new page may have been generated for this attempt.
  return JSON.stringify(type === 'CreatePage' ? content : { ...content, publicId });
}

export async function loadPage(ports: CommandPorts, uid: string): Promise<PageRecord | undefined> {
  const { state, version } = await loadStream(ports.eventStore, pageDecider, pageCodec, pageStream(uid));
  return exists(state) ? { page: state, version } : undefined;
}

/** @param reference id in any spelling, or the card's URL */
export async function findPage(ports: CommandPorts, reference: string): Promise<PageRecord | undefined> {
  const uid = await ports.ids.find(reference);
  return uid === undefined ? undefined : loadPage(ports, uid);
}

/** A page after a command, and the commit to wait for; undefined if nothing had to be written. */
export interface Handled extends PageRecord {
  readonly position: number | undefined;
}

/**
 * Sends a command to one page.
 * @throws DomainError of the decider, TOO_MANY_CHANGES, PAGE_CHANGED if the page is not at `expectedVersion`, CONFLICT
 *   if other writers were faster four times
 */
export async function sendToPage(
  ports: CommandPorts,
  uid: string,
  command: PageCommand,
  caller: Caller,
  expectedVersion?: number | null,
): Promise<Handled> {
  const context = {
    // The same on every retry of a request; another one for another request.
    commandId: repeatable(ports, caller, command.type, uid, requestOf(command)),
    meta: metaOf(caller),
    at: ports.clock(),
    admit: () => takeChangeOf(ports, uid, command, caller),
    ...(expectedVersion == null ? {} : { expectedVersion }),
  };
  try {
    const { state, version, position } = await handlePageCommand(ports, uid, command, context);
    if (!exists(state)) throw new DomainError('PAGE_NOT_FOUND');
    if (!state.sealed) return { page: state, version, position };
    // An owner has just left: remove their content from the history, too.
    const restored = await writeAnew(ports, uid, context.meta);
    const now = await loadPage(ports, uid);
    if (now === undefined) throw new DomainError('PAGE_NOT_FOUND');
    return { ...now, position: restored ?? position };
  } catch (error) {
    if (!(error instanceof VersionConflict) || expectedVersion == null) throw error;
    // Checked before the decider ran, so this must not reveal a page that the decider would hide.
    const now = await loadPage(ports, uid);
    throw new DomainError(now !== undefined && maySee(caller.actor, now.page) ? 'PAGE_CHANGED' : 'PAGE_NOT_FOUND');
  }
}

/** Commands that count as changes of a page, unlike those that take it. */
const LIMITED: ReadonlySet<string> = new Set([
  'UpdatePage',
  'AdministerPage',
  'ReportLost',
  'ReportFound',
  'OfferHandover',
  'WithdrawHandover',
  'GiveUpPage',
]);

/** Counted once the caller is known to have permission, so that other callers cannot use up the limit. */
async function takeChangeOf(
  { cache }: CommandPorts,
  uid: string,
  { type }: PageCommand,
  { actor }: Caller,
): Promise<void> {
  if (!LIMITED.has(type)) return;
  await takeChange(cache, `page:${uid}:${actor.administrator ? 'administrators' : 'driver'}`, CHANGES_PER_HOUR);
}

/** Between two attempts, another person may claim and release the page, which seals it again. */
const ATTEMPTS_ON_SEALED = 5;

/**
 * Handles a command; if the page is sealed, its history is rewritten first.
 * @throws DomainError CONFLICT if the page is sealed again each time
 */
export async function handlePageCommand(
  { eventStore, clock, newId }: CommandPorts,
  uid: string,
  command: PageCommand,
  context: CommandContext,
): Promise<HandledCommand<Page, PageEvent>> {
  for (let attempt = 1; attempt <= ATTEMPTS_ON_SEALED; attempt += 1) {
    try {
      return await handleCommand(eventStore, pageDecider, pageCodec, pageStream(uid), command, context, newId);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== PAGE_SEALED) throw error;
      await writeAnew({ eventStore, clock, newId }, uid, context.meta);
    }
  }
  throw new DomainError('CONFLICT');
}

/**
 * Lets the caller read their own write.
 * @throws DomainError OWNER_NOT_FOUND if the owner's account is erased; the page then has no owner
 */
export async function settled({ position, ...record }: Handled, ports: CommandPorts): Promise<PageRecord> {
  if (position !== undefined) await ports.waitForViews(position);
  const ownerId = ownerOf(record.page);
  if (ownerId !== undefined) await refuseErased(ports, ownerId);
  return record;
}

/** @throws DomainError OWNER_NOT_FOUND if the account is erased; its pages are released then */
export async function refuseErased(ports: CommandPorts, ownerId: string): Promise<void> {
  if (await ports.releaseIfErased(ownerId)) throw new DomainError('OWNER_NOT_FOUND');
}
