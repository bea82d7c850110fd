import { DomainError, isUnavailable } from '@volant/infra/errors/domain-error';
import { MOST_PAGES_CHANGED } from '@volant/proto/text/lengths';
import { type Caller, type CommandPorts, loadPage, sendToPage } from '../page/commands/page-commands.ts';
import type { DeactivationReason } from '../page/domain/deactivation-reason.ts';
import { decide, type PageCommand } from '../page/domain/decide.ts';
import type { ExistingPage } from '../page/domain/page.ts';
import type { Administration } from './administer-page.ts';

export interface PageChangeRequest extends Pick<Administration, 'state' | 'displayName' | 'ownerId'> {
  /** In any spelling, or the card's URL. */
  readonly id: string;
  readonly expectedVersion?: number | null | undefined;
}

/** What became of one page. */
export type ChangedPage = { readonly id: string } & (
  | { readonly outcome: 'DONE' | 'UNCHANGED'; readonly version: number; readonly position: number | undefined }
  | { readonly outcome: 'REFUSED'; readonly refusal: DomainError }
);

/**
 * Changes many pages, each by a commit of its own: the refusal of one does not keep the others from being changed. After
 * an outage in between, a retry with the same idempotency key changes the rest and repeats the outcomes of the others.
 * @param reason of the pages that become DEACTIVATED
 * @returns one entry for each change, in the same order
 * @throws DomainError VALIDATION_FAILED, UNAVAILABLE
 */
export async function changePages(
  ports: CommandPorts,
  changes: readonly PageChangeRequest[],
  reason: DeactivationReason,
  caller: Caller,
): Promise<readonly ChangedPage[]> {
  if (changes.length > MOST_PAGES_CHANGED) throw new DomainError('VALIDATION_FAILED', { field: 'changes' });
  const owners = [...new Set(changes.flatMap(({ ownerId }) => ownerId ?? []))];
  const known = await Promise.all(owners.map((owner) => ports.hasAccount(owner)));
  const unknown = new Set(owners.filter((_, index) => !known[index]));

  // At once, so that one write to the disk makes many of them durable.
  const changed = await Promise.all(
    changes.map((change) => changeOne(ports, { ...change, ...reason }, unknown, caller)),
  );
  const last = Math.max(0, ...changed.map((page) => ('position' in page ? (page.position ?? 0) : 0)));
  if (last > 0) await ports.waitForViews(last);
  // Erased since they were looked up: their new pages are released again.
  const erased = await Promise.all(owners.map((owner) => ports.releaseIfErased(owner)));
  const gone = new Set(owners.filter((_, index) => erased[index]));
  return changed.map((page, index) =>
    page.outcome !== 'REFUSED' && gone.has(changes[index]?.ownerId ?? '') ? refused(page.id, 'OWNER_NOT_FOUND') : page,
  );
}

async function changeOne(
  ports: CommandPorts,
  { id, expectedVersion, ...requested }: PageChangeRequest & DeactivationReason,
  unknownOwners: ReadonlySet<string>,
  caller: Caller,
): Promise<ChangedPage> {
  const uid = await ports.ids.find(id);
  if (uid === undefined) return refused(id, 'PAGE_NOT_FOUND');
  if (unknownOwners.has(requested.ownerId ?? '')) return refused(id, 'OWNER_NOT_FOUND');
  const data = { ...requested, actor: caller.actor, at: ports.clock().toISOString() };
  const command = { type: 'AdministerPage', data } as const;
  try {
    const sent = await sendToPage(ports, uid, command, caller, expectedVersion);
    const { version, position } = sent;
    return { id, outcome: position === undefined ? 'UNCHANGED' : 'DONE', version, position };
  } catch (error) {
    if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
    const now = error.code === 'PAGE_CHANGED' ? await loadPage(ports, uid) : undefined;
    // A page that lost its owner has lost its history, and with it what a retry would repeat.
    if (now !== undefined && changesNothing(command, now.page)) {
      return { id, outcome: 'UNCHANGED', version: now.version, position: undefined };
    }
    return { id, outcome: 'REFUSED', refusal: error };
  }
}

function changesNothing(command: PageCommand, page: ExistingPage): boolean {
  try {
    return decide(command, page).length === 0;
  } catch {
    return false;
  }
}

function refused(id: string, code: string): ChangedPage {
  return { id, outcome: 'REFUSED', refusal: new DomainError(code) };
}
