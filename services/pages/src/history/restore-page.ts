import { DomainError } from '@volant/infra/errors/domain-error';
import { type Caller, type CommandPorts, sendToPage, settled } from '../page/commands/page-commands.ts';
import { isUsable } from '../page/commands/pictures.ts';
import { nameOf } from '../page/domain/page.ts';
import { parseProfile } from '../page/domain/profile.ts';
import type { PageRecord } from '../page/view/page-queries.ts';
import { readHistory } from './read-history.ts';
import { admitReader } from './read-versions.ts';

/**
 * Saves the content of an earlier version of the present ownership again. Id and state are no content and stay; so does
 * the picture if that of the version has been deleted.
 * @param reference id in any spelling, or the card's URL
 * @throws DomainError VERSION_NOT_FOUND, and the errors of `updatePage`
 */
export async function restorePage(
  ports: CommandPorts,
  reference: string,
  version: number,
  expectedVersion: number | null | undefined,
  caller: Caller,
): Promise<PageRecord> {
  const { actor } = caller;
  const uid = await admitReader(ports, reference, actor);
  const history = await readHistory(ports.eventStore, uid, { before: version + 1, last: 1 });
  const [found] = history.versions;
  if (found?.version !== version) throw new DomainError('VERSION_NOT_FOUND');

  const { profile, indexable, avatar } = found.page;
  const data = {
    actor,
    at: ports.clock().toISOString(),
    restoredFrom: version,
    displayName: nameOf(found.page),
    // The rules may have changed since.
    profile: parseProfile(profile),
    indexable,
    ...(avatar === null || (await isUsable(ports, avatar)) ? { avatar } : {}),
  };
  // If the page changed hands since it was read, the version is no longer one of its ownership.
  const expected = expectedVersion ?? history.version;
  return settled(await sendToPage(ports, uid, { type: 'UpdatePage', data }, caller, expected), ports);
}
