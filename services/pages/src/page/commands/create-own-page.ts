import type { Cache } from '@volant/infra/cache/cache';
import { takeChange } from '@volant/infra/cache/change-limit';
import { DomainError } from '@volant/infra/errors/domain-error';
import { poll } from '@volant/infra/process/waiting/poll';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { refuseMissingNames } from '../domain/decide.ts';
import type { PageRecord } from '../view/page-queries.ts';
import { makePage, type NewPage } from './make-pages.ts';
import { type Caller, type CommandPorts, settled } from './page-commands.ts';
import { requireUsableImage } from './pictures.ts';
import type { PageChanges } from './update-page.ts';

/** Creates a page of the caller's own, ACTIVE unless they choose INACTIVE. Administrators have no limit. */
export async function createOwnPage(ports: CommandPorts, given: PageChanges, caller: Caller): Promise<PageRecord> {
  const { userId, administrator } = caller.actor;
  const page: NewPage = {
    origin: 'driver',
    ownerId: userId,
    state: given.state ?? 'ACTIVE',
    displayName: given.displayName ?? '',
    profile: { ...EMPTY_PROFILE, ...given.profile },
    avatar: given.avatar ?? null,
    indexable: given.indexable ?? false,
  };
  refuseMissingNames(page);
  const { maxPagesPerDriver: limit } = ports.settings;
  const purpose = 'own page';
  const requireImage = async () => {
    if (page.avatar !== null) await requireUsableImage(ports, page.avatar, caller.actor);
  };
  if (administrator) {
    return settled(await makePage(ports, page, caller, { purpose, admit: requireImage }), ports);
  }

  const admit = async () => {
    await requireImage();
    if ((await ports.countMadeBy(userId)) >= limit) throw new DomainError('PAGE_LIMIT_REACHED', { limit });
    // A page that was given up counts no longer, and stays for ever.
    await takeChange(ports.cache, `created-pages:${userId}`, limit);
  };
  // One creation at a time per person, so that the next one counts it.
  return oneAtATime(ports.cache, `pages:creating:${userId}`, async () =>
    settled(await makePage(ports, page, caller, { purpose, admit }), ports),
  );
}

/** Longer than a creation takes; if a process is killed during one, its person is blocked for this time at most. */
const HELD_MS = 10_000;
const PAUSE_MS = 20;

async function oneAtATime<T>(cache: Cache, key: string, run: () => Promise<T>): Promise<T> {
  const acquire = async () => (await cache.setIfAbsent(key, '1', HELD_MS)) || undefined;
  if ((await poll(acquire, { everyMs: PAUSE_MS, withinMs: HELD_MS })) === undefined) {
    throw new DomainError('UNAVAILABLE', {}, 1);
  }
  try {
    return await run();
  } finally {
    await cache.delete(key);
  }
}
