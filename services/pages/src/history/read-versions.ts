import { DomainError } from '@volant/infra/errors/domain-error';
import { tooMany } from '@volant/infra/errors/too-many';
import type { Paging } from '@volant/infra/views/newest-first';
import { type CommandPorts, findPage } from '../page/commands/page-commands.ts';
import { isUsable } from '../page/commands/pictures.ts';
import { type Actor, maySee } from '../page/domain/actor.ts';
import { type ExistingPage, exists } from '../page/domain/page.ts';
import { type PageVersion, readHistory } from './read-history.ts';

const HOUR_MS = 60 * 60 * 1000;
/** A read folds the whole history of a page. */
const HISTORY_READS_PER_HOUR = 240;
const MAX_VERSIONS = 50;
const DEFAULT_VERSIONS = 20;

export interface ReadVersions {
  /** The present page. */
  readonly page: ExistingPage;
  /** Newest first. */
  readonly versions: readonly PageVersion[];
  readonly hasNextPage: boolean;
  /** Pictures of these versions that are deleted, or soon will be. */
  readonly deletedPictures: ReadonlySet<string>;
}

/**
 * Versions of a page's present ownership, newest first.
 * @param reference id in any spelling, or the card's URL
 * @throws DomainError PAGE_NOT_FOUND, TOO_MANY_REQUESTS, VALIDATION_FAILED
 */
export async function readVersions(
  ports: CommandPorts,
  reference: string,
  { first, after }: Pick<Paging, 'first' | 'after'>,
  actor: Actor,
): Promise<ReadVersions> {
  const uid = await admitReader(ports, reference, actor);
  const count = first ?? DEFAULT_VERSIONS;
  if (!Number.isInteger(count) || count < 1 || count > MAX_VERSIONS) {
    throw new DomainError('VALIDATION_FAILED', { field: 'first' });
  }
  const range = { before: versionBefore(after), last: count + 1 };
  const { page, versions } = await readHistory(ports.eventStore, uid, range);
  // The page may have changed hands since it was looked up.
  if (!exists(page) || page.sealed || !maySee(actor, page)) throw new DomainError('PAGE_NOT_FOUND');
  const shown = versions.slice(-count).reverse();
  const pictures = new Set(shown.flatMap(({ page: { avatar } }) => avatar ?? []));
  pictures.delete(page.avatar ?? '');
  const deletedPictures = new Set<string>();
  for (const path of pictures) if (!(await isUsable(ports, path))) deletedPictures.add(path);
  return { page, versions: shown, hasNextPage: versions.length > count, deletedPictures };
}

/** @returns the key of the page */
export async function admitReader(ports: CommandPorts, reference: string, actor: Actor): Promise<string> {
  const present = await findPage(ports, reference);
  if (present === undefined || !maySee(actor, present.page)) throw new DomainError('PAGE_NOT_FOUND');
  const verdict = await ports.cache.take(`pages:history:${actor.userId}`, HISTORY_READS_PER_HOUR, HOUR_MS);
  if (!verdict.allowed) throw tooMany(verdict.retryAfterMs);
  return present.page.uid;
}

function versionBefore(cursor: string | null | undefined): number {
  if (cursor === null || cursor === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(cursor)) throw new DomainError('VALIDATION_FAILED', { field: 'after' });
  return Number(cursor);
}
