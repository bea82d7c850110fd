import { DomainError } from '@volant/infra/errors/domain-error';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import { foldCommits, loadVersion } from '@volant/infra/event-store/load-stream';
import { slicesOf } from '@volant/infra/event-store/stream-slices';
import { MOST_CARDS_MARKED } from '@volant/proto/text/lengths';
import { type Caller, type CommandPorts, metaOf, repeatable } from '../page/commands/page-commands.ts';
import type { Occurrences } from '../page/occurrences.ts';
import type { PageRecord } from '../page/view/page-queries.ts';
import {
  type Batch,
  type BatchCommand,
  batchCodec,
  batchDecider,
  batchIdIn,
  batchStream,
  CARD_STAGES,
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

export async function sendToBatch(
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

export interface BatchCard {
  /** From 1. */
  readonly number: number;
  readonly stage: CardStage;
  readonly page: PageRecord;
}

/** Cards in the order of their numbers, without those of deleted pages. */
export async function cardsOfBatch(
  ports: CommandPorts,
  { batch }: BatchRecord,
  stage: CardStage | undefined,
): Promise<readonly BatchCard[]> {
  const places = batch.stages.flatMap((one, place) => (stage === undefined || one === stage ? [place] : []));
  const pages = await ports.pagesByUid(places.map((place) => batch.uids[place] as string));
  return places.flatMap((place, index) => {
    const page = pages[index];
    return page === undefined ? [] : [{ number: place + 1, stage: batch.stages[place] as CardStage, page }];
  });
}

export interface BatchChange {
  readonly version: number;
  readonly changedAt: string;
  readonly actor: string;
  /** Stage and number of the cards that got there. */
  readonly marks: readonly { readonly stage: CardStage; readonly numbers: readonly number[] }[];
  /** The new note, if it was changed. */
  readonly note: string | null;
  readonly restoredFrom: number | null;
}

/** Most changes listed of a batch: each card may be written on its own, twice. */
const MAX_CHANGES = 2_000;

/** Changes of a batch, newest first. */
export async function historyOfBatch({ eventStore }: CommandPorts, id: string): Promise<readonly BatchChange[]> {
  const changes: BatchChange[] = [];
  for await (const commits of slicesOf(eventStore, batchStream(id))) {
    for (const commit of commits) {
      const { version, at, meta } = commit;
      const events = eventsOf(batchCodec, [commit]);
      const marks = events.flatMap((event) => (event.type === 'CardsMarked' ? [event.data] : []));
      const [renoted] = events.flatMap((event) => (event.type === 'NoteChanged' ? [event.data] : []));
      const restoredFrom = (marks[0] ?? renoted)?.restoredFrom ?? null;
      changes.push({ version, changedAt: at, actor: meta.actor, marks, note: renoted?.note ?? null, restoredFrom });
    }
  }
  return changes.slice(-MAX_CHANGES).reverse();
}

/** How many cards are at each stage, in the order of the stages. */
export function stageCounts(stages: readonly CardStage[]) {
  return CARD_STAGES.map((stage) => ({ stage, count: stages.filter((one) => one === stage).length }));
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
