import { DomainError } from '@volant/infra/errors/domain-error';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import { foldCommits, loadVersion } from '@volant/infra/event-store/load-stream';
import { slicesOf } from '@volant/infra/event-store/stream-slices';
import { MOST_CARDS_MARKED, MOST_PAGES_CREATED } from '@volant/proto/text/lengths';
import { EMPTY_CARD, makePages, requireAccount } from '../page/commands/make-pages.ts';
import { type Caller, type CommandPorts, metaOf, refuseErased, repeatable } from '../page/commands/page-commands.ts';
import type { PageState } from '../page/domain/page.ts';
import type { Occurrences } from '../page/occurrences.ts';
import {
  type Batch,
  type BatchCommand,
  batchCodec,
  batchDecider,
  batchIdIn,
  batchStream,
  type CardStage,
} from './domain.ts';

/** A batch at a version of its stream. */
export interface BatchRecord {
  readonly id: string;
  readonly version: number;
  readonly madeBy: string;
  readonly batch: Batch;
}

/** @throws DomainError BATCH_NOT_FOUND */
export async function loadBatch({ eventStore }: Pick<CommandPorts, 'eventStore'>, id: string): Promise<BatchRecord> {
  let batch = batchDecider.initialState;
  let version = 0;
  let madeBy = '';
  for await (const commits of slicesOf(eventStore, batchStream(id))) {
    batch = foldCommits(batchDecider, batchCodec, commits, batch);
    version = commits.at(-1)?.version ?? version;
    madeBy ||= commits.find(({ events }) => events.some(({ type }) => type === 'SeriesMade'))?.meta.actor ?? '';
  }
  if (batch.status === 'none') throw new DomainError('BATCH_NOT_FOUND');
  return { id, version, madeBy, batch };
}

interface SendOptions {
  readonly expectedVersion?: number | undefined;
  readonly commandId?: string;
}

async function sendToBatch(
  ports: CommandPorts,
  id: string,
  command: BatchCommand,
  caller: Caller,
  {
    expectedVersion,
    commandId = repeatable(ports, caller, command.type, id, JSON.stringify(command)),
  }: SendOptions = {},
) {
  const { eventStore, clock, newId } = ports;
  const context = {
    commandId,
    meta: metaOf(caller),
    at: clock(),
    // Several phones write chips of one batch at the same time.
    attempts: 20,
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
  };
  return handleCommand(eventStore, batchDecider, batchCodec, batchStream(id), command, context, newId);
}

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

/** The cards of a command; all of them if neither is given. */
interface CardSelection {
  readonly numbers?: readonly number[] | undefined;
  /** Ids of pages in any spelling, former ids, or addresses of cards. */
  readonly references?: readonly string[] | undefined;
}

/**
 * Marks cards of a batch as having got to a stage. References that lead to no page of the batch are reported and do not
 * keep the others from being marked.
 * @returns the batch, and the places of these references, from 0
 * @throws DomainError BATCH_NOT_FOUND, VALIDATION_FAILED, CONFLICT
 */
export async function markCards(
  ports: CommandPorts,
  id: string,
  stage: CardStage,
  { numbers, references }: CardSelection,
  caller: Caller,
) {
  if ((references?.length ?? 0) > MOST_CARDS_MARKED) {
    throw new DomainError('VALIDATION_FAILED', { field: 'references' });
  }
  const { batch } = await loadBatch(ports, id);
  const places = new Map(batch.uids.map((uid, place) => [uid, place]));
  const found = await Promise.all((references ?? []).map((reference) => ports.ids.find(reference)));
  const known = found.map((uid) => (uid === undefined ? undefined : places.get(uid)));
  const unknown = known.flatMap((place, index) => (place === undefined ? [index] : []));
  const selected =
    numbers === undefined && references === undefined
      ? batch.uids.map((_, place) => place + 1)
      : [...(numbers ?? []), ...known.flatMap((place) => (place === undefined ? [] : [place + 1]))];
  const command: BatchCommand = { type: 'MarkCards', data: { stage, numbers: selected } };
  return { batch: await settledBatch(ports, id, await sendToBatch(ports, id, command, caller)), unknown };
}

/** @throws DomainError BATCH_NOT_FOUND */
export async function changeBatchNote(
  ports: CommandPorts,
  id: string,
  note: string,
  caller: Caller,
): Promise<BatchRecord> {
  const command: BatchCommand = { type: 'ChangeNote', data: { note } };
  return settledBatch(ports, id, await sendToBatch(ports, id, command, caller));
}

/**
 * Puts the stages and the note of an earlier version back.
 * @throws DomainError BATCH_NOT_FOUND, VERSION_NOT_FOUND
 */
export async function restoreBatch(
  ports: CommandPorts,
  id: string,
  version: number,
  caller: Caller,
): Promise<BatchRecord> {
  const present = await loadBatch(ports, id);
  if (version < 1 || version > present.version) throw new DomainError('VERSION_NOT_FOUND');
  const then = await loadVersion(ports.eventStore, batchDecider, batchCodec, batchStream(id), version);
  if (then.status === 'none') throw new DomainError('VERSION_NOT_FOUND');
  const { stages, note } = then;
  const command: BatchCommand = { type: 'RestoreVersion', data: { stages, note, restoredFrom: version } };
  return settledBatch(ports, id, await sendToBatch(ports, id, command, caller));
}

/** Lets the caller read their own write. */
async function settledBatch(
  ports: CommandPorts,
  id: string,
  { position }: Awaited<ReturnType<typeof sendToBatch>>,
): Promise<BatchRecord> {
  if (position !== undefined) await ports.waitForViews(position);
  return loadBatch(ports, id);
}

/** New batches are sent to webhooks. */
export const BATCH_OCCURRENCES: Occurrences = {
  idIn: batchIdIn,
  typeOf: ({ events }) => (events.some(({ type }) => type === 'SeriesMade') ? 'BATCH_MADE' : undefined),
  async dataOf(store, { streamId, version }) {
    const batch = await loadVersion(store, batchDecider, batchCodec, streamId, version);
    return batch.status === 'none' ? undefined : { batchId: batchIdIn(streamId), pages: batch.uids.length };
  },
};
