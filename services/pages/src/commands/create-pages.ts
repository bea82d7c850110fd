import { DomainError } from '@volant/infra/errors/domain-error';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { MOST_PAGES_CREATED } from '@volant/proto/text/lengths';
import type { PageState } from '../page/page.ts';
import { isAllowedPublicId } from '../page/page-id.ts';
import type { PageRecord } from '../views/pages/page-queries.ts';
import { sendToSeries } from './batches.ts';
import { makePage, makePages, type NewPage } from './make-pages.ts';
import { type Caller, type CommandPorts, refuseErased, repeatable, settled } from './page-commands.ts';

/** Creates a page under an id chosen by the administrator. */
export async function createPageWithId(
  ports: CommandPorts,
  wantedId: string,
  page: NewPage,
  caller: Caller,
): Promise<PageRecord> {
  if (wantedId === '') throw new DomainError('PAGE_ID_REQUIRED');
  if (!isAllowedPublicId(wantedId)) throw new DomainError('PAGE_ID_INVALID');
  await requireAccount(ports, page.ownerId);
  return settled(await makePage(ports, page, caller, { purpose: 'page with id', wantedId }), ports);
}

export interface WantedSeries {
  readonly quantity: number;
  /** Placed before the number in the display names; without it they are empty. */
  readonly prefixNote: string;
  readonly state: PageState;
  readonly ownerId: string | null;
  /** From 1: leaves the pages before this number, and the batch, to a later call with the same key. */
  readonly from: number;
}

/**
 * Creates a series of pages, in the order of their numbers.
 * @returns the pages, and the id of their batch, which is also that of their workbook
 */
export async function createPages(
  ports: CommandPorts,
  { quantity, prefixNote, state, ownerId, from }: WantedSeries,
  caller: Caller,
) {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST_PAGES_CREATED) {
    throw new DomainError('QUANTITY_OUT_OF_RANGE');
  }
  await requireAccount(ports, ownerId);

  const pages = Array.from({ length: quantity }, (_, index) => {
    const displayName = numbered(prefixNote, index + 1, quantity);
    return { ...EMPTY_CARD, state, ownerId, displayName };
  });
  const made = await makePages(ports, pages, caller, { purpose: 'series', asked: [quantity, prefixNote], from });
  const records = made.map(({ page, version }) => ({ page, version }));
  const uids = records.map(({ page }) => page.uid);
  const id = repeatable(ports, caller, 'series');
  if (from > 1) return { id, records };
  const position = await noteSeries(ports, id, { uids, note: prefixNote }, caller);
  const last = Math.max(position, ...made.map((handled) => handled.position ?? 0));
  if (last > 0) await ports.waitForViews(last);
  if (ownerId !== null) await refuseErased(ports, ownerId);
  return { id, records };
}

/** Written last: the retry of a request that died halfway completes the pages and then records the series. */
async function noteSeries(
  ports: CommandPorts,
  id: string,
  series: { readonly uids: readonly string[]; readonly note: string },
  caller: Caller,
): Promise<number> {
  const data = { ...series, madeAt: ports.clock().toISOString() };
  const commandId = repeatable(ports, caller, 'SeriesMade');
  const { position = 0 } = await sendToSeries(ports, id, { type: 'MakeSeries', data }, caller, { commandId });
  return position;
}

export const EMPTY_CARD = {
  origin: 'administrator',
  profile: EMPTY_PROFILE,
  avatar: null,
  indexable: false,
} as const satisfies Partial<NewPage>;

/** @throws DomainError OWNER_NOT_FOUND */
export async function requireAccount(ports: CommandPorts, ownerId: string | null): Promise<void> {
  if (ownerId !== null && !(await ports.hasAccount(ownerId))) throw new DomainError('OWNER_NOT_FOUND');
}

/** "Salon Démo 007": the numbers of a series have equal width, so that lists sort them. */
function numbered(prefixNote: string, number: number, quantity: number): string {
  return prefixNote === '' ? '' : `${prefixNote} ${String(number).padStart(String(quantity).length, '0')}`;
}
