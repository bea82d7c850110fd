import { type BatchRecord, cardsOfBatch, historyOfBatch, loadBatch, stageCounts } from '../commands/batches.ts';
import type { BatchDocument } from '../views/batches/batch-document.ts';
import { shownPage } from './Page.ts';
import type { BatchResolvers } from './schema.generated.ts';

/** Only administrators get a Batch: each way to one checks that. */
export const Batch = {
  async cards({ id }, { stage }, { commands, viewer }) {
    const cards = await cardsOfBatch(commands, await loadBatch(commands, id), stage ?? undefined);
    return cards.map(({ page, ...card }) => ({ ...card, page: shownPage(page, viewer) }));
  },

  async history({ id }, _, { commands }) {
    const changes = await historyOfBatch(commands, id);
    return changes.map(({ actor, ...change }) => ({ ...change, by: { id: actor } }));
  },
} satisfies BatchResolvers;

type BatchFacts = Pick<BatchDocument, 'version' | 'note' | 'madeAt' | 'madeBy' | 'stages'> & { readonly id: string };

export type ShownBatch = ReturnType<typeof shownBatch>;

export function shownBatch({ id, version, note, madeAt, madeBy, stages }: BatchFacts) {
  return { id, version, note, madeAt, madeBy: { id: madeBy }, size: stages.length, stages: stageCounts(stages) };
}

export function shownRecord({ id, version, madeBy, series: { note, madeAt, stages } }: BatchRecord): ShownBatch {
  return shownBatch({ id, version, madeBy, note, madeAt, stages });
}
