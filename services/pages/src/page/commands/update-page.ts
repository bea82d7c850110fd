import { DomainError } from '@volant/infra/errors/domain-error';
import { type Actor, maySee } from '../domain/actor.ts';
import type { PageCommands } from '../domain/decide.ts';
import type { PageRecord } from '../view/page-queries.ts';
import { type Caller, type CommandPorts, loadPage, sendToPage, settled } from './page-commands.ts';
import { requireUsableImage } from './pictures.ts';

export type PageChanges = Omit<PageCommands['UpdatePage'], 'actor' | 'at' | 'restoredFrom'>;

/** @param reference id in any spelling, or the card's URL */
export async function updatePage(
  ports: CommandPorts,
  reference: string,
  changes: PageChanges,
  expectedVersion: number | null | undefined,
  caller: Caller,
): Promise<PageRecord> {
  const uid = await ports.ids.find(reference);
  if (uid === undefined) throw new DomainError('PAGE_NOT_FOUND');
  const given = changes.avatar ? await withUsableAvatar(ports, uid, changes, caller.actor) : changes;
  const data = { ...given, actor: caller.actor, at: ports.clock().toISOString() };
  return settled(await sendToPage(ports, uid, { type: 'UpdatePage', data }, caller, expectedVersion), ports);
}

/** A picture the page already has is left out, because it need not belong to the caller. */
async function withUsableAvatar(
  ports: CommandPorts,
  uid: string,
  { avatar, ...others }: PageChanges,
  actor: Actor,
): Promise<PageChanges> {
  const present = await loadPage(ports, uid);
  if (!avatar || avatar === present?.page.avatar) return others;
  // The decider refuses a caller who may not see the page; until then, nothing about pictures is revealed.
  if (present === undefined || !maySee(actor, present.page)) return others;
  await requireUsableImage(ports, avatar, actor);
  return { ...others, avatar };
}
