import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { z } from 'zod';

/** How far a card has got, in the order in which cards are usually produced. */
export const CARD_STAGES = ['ORDERED', 'PRINTED', 'WRITTEN', 'CHECKED', 'SHIPPED'] as const;
export type CardStage = (typeof CARD_STAGES)[number];

const shapes = {
  /** Pages created at once. */
  SeriesMade: z.object({ uids: z.array(z.string()), note: z.string(), madeAt: z.string() }),
  /** Cards have got to a stage, or back to it. Their numbers start from 1. */
  CardsMarked: z.object({
    stage: z.enum(CARD_STAGES),
    numbers: z.array(z.int()),
    /** The version of the batch that was put back. */
    restoredFrom: z.int().optional(),
  }),
  NoteChanged: z.object({ note: z.string(), restoredFrom: z.int().optional() }),
};

export type BatchEvent = EventOf<typeof shapes>;

export const batchCodec = eventCodec('series', shapes);

export const { of: batchStream, idIn: batchIdIn } = streamKind('series-');

/** Pages created at once, whose cards are produced together. */
export interface Batch {
  readonly status: 'made';
  /** In the order of their numbers; deleted pages are included. */
  readonly uids: readonly string[];
  readonly note: string;
  readonly madeAt: string;
  /** Stages of the cards, in the same order. */
  readonly stages: readonly CardStage[];
}

interface NoBatch {
  readonly status: 'none';
}

interface Restoring {
  readonly restoredFrom: number;
}

interface BatchCommands {
  readonly MakeBatch: EventOf<typeof shapes, 'SeriesMade'>['data'];
  readonly MarkCards: { readonly stage: CardStage; readonly numbers: readonly number[] };
  readonly ChangeNote: { readonly note: string };
  /** Puts the stages and the note of an earlier version back. */
  readonly RestoreVersion: Pick<Batch, 'stages' | 'note'> & Restoring;
}

export type BatchCommand = CommandOf<BatchCommands>;

export const batchDecider: Decider<Batch | NoBatch, BatchCommand, BatchEvent> = {
  initialState: { status: 'none' },
  decide(command, batch) {
    if (command.type === 'MakeBatch') {
      return batch.status === 'made' ? [] : [{ type: 'SeriesMade', data: command.data }];
    }
    if (batch.status === 'none') throw new DomainError('BATCH_NOT_FOUND');
    if (command.type === 'MarkCards') return mark(command.data.stage, command.data.numbers, batch);
    if (command.type === 'ChangeNote') return changeNote(command.data.note, batch);
    const { stages, note, restoredFrom } = command.data;
    const marks = CARD_STAGES.flatMap((stage) => {
      const numbers = stages.flatMap((target, place) => (target === stage ? [place + 1] : []));
      return mark(stage, numbers, batch, { restoredFrom });
    });
    return [...marks, ...changeNote(note, batch, { restoredFrom })];
  },
  evolve(batch, event) {
    if (event.type === 'SeriesMade') {
      return { status: 'made', ...event.data, stages: event.data.uids.map(() => 'ORDERED') };
    }
    if (batch.status === 'none') return batch;
    if (event.type === 'NoteChanged') return { ...batch, note: event.data.note };
    return { ...batch, stages: marked(batch.stages, event.data) };
  },
};

/** Only of cards that are not at the stage yet, so that a repeated mark writes nothing. */
function mark(
  stage: CardStage,
  numbers: readonly number[],
  { stages }: Batch,
  more: Partial<Restoring> = {},
): readonly BatchEvent[] {
  if (numbers.some((number) => stages[number - 1] === undefined)) {
    throw new DomainError('VALIDATION_FAILED', { field: 'numbers' });
  }
  const others = [...new Set(numbers)].filter((number) => stages[number - 1] !== stage).sort((a, b) => a - b);
  return others.length === 0 ? [] : [{ type: 'CardsMarked', data: { stage, numbers: others, ...more } }];
}

function changeNote(note: string, batch: Batch, more: Partial<Restoring> = {}): readonly BatchEvent[] {
  return note === batch.note ? [] : [{ type: 'NoteChanged', data: { note, ...more } }];
}

/** The stages after a mark. */
export function marked(
  stages: readonly CardStage[],
  { stage, numbers }: EventOf<typeof shapes, 'CardsMarked'>['data'],
): readonly CardStage[] {
  const after = [...stages];
  for (const number of numbers) after[number - 1] = stage;
  return after;
}
