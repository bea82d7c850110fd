import { DomainError } from '@volant/infra/errors/domain-error';
import { MOST_PAGES_CREATED } from '@volant/proto/text/lengths';
import { EMPTY_CARD, makePages, requireAccount } from '../page/commands/make-pages.ts';
import { type Caller, type CommandPorts, refuseErased, repeatable } from '../page/commands/page-commands.ts';
import type { PageState } from '../page/domain/page.ts';
import { sendToBatch } from './commands.ts';

export interface BatchRequest {
  readonly quantity: number;
  /** Placed before the number in the display names; without it they are empty. */
  readonly prefixNote: string;
  readonly state: PageState;
  readonly ownerId: string | null;
  /** From 1: leaves the pages before this number, and the batch, to a later call with the same key. */
  readonly from: number;
}

/**
 * Creates a batch of pages, in the order of their numbers.
 * @returns the pages, and the id of their batch, which is also that of their workbook
 */
export async function createPages(
  ports: CommandPorts,
  { quantity, prefixNote, state, ownerId, from }: BatchRequest,
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
  const made = await makePages(ports, pages, caller, { purpose: 'series', input: [quantity, prefixNote], from });
  const records = made.map(({ page, version }) => ({ page, version }));
  const uids = records.map(({ page }) => page.uid);
  const id = repeatable(ports, caller, 'series');
  if (from > 1) return { id, records };
  const position = await recordBatch(ports, id, { uids, note: prefixNote }, caller);
  const last = Math.max(position, ...made.map((handled) => handled.position ?? 0));
  if (last > 0) await ports.waitForViews(last);
  if (ownerId !== null) await refuseErased(ports, ownerId);
  return { id, records };
}

/** Written last: the retry of a request that died halfway completes the pages and then records the batch. */
async function recordBatch(
  ports: CommandPorts,
  id: string,
  batch: { readonly uids: readonly string[]; readonly note: string },
  caller: Caller,
): Promise<number> {
  const data = { ...batch, madeAt: ports.clock().toISOString() };
  const commandId = repeatable(ports, caller, 'SeriesMade');
  const { position = 0 } = await sendToBatch(ports, id, { type: 'MakeBatch', data }, caller, { commandId });
  return position;
}

/** "Salon Démo 007": the numbers of a batch have equal width, so that lists sort them. */
function numbered(prefixNote: string, number: number, quantity: number): string {
  return prefixNote === '' ? '' : `${prefixNote} ${String(number).padStart(String(quantity).length, '0')}`;
}
