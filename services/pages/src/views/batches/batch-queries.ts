import { listNewestFirst, type Paging } from '@volant/infra/views/newest-first';
import type { View, ViewFilter } from '@volant/infra/views/view-store';
import type { CardStage } from '../../series/series.ts';
import type { BatchDocument } from './batch-document.ts';

export interface BatchFilter {
  /** Normalized by `searchWanted`; empty for all. */
  readonly search: string;
  /** Batches with a card at this stage. */
  readonly stage: CardStage | undefined;
}

export function createBatchQueries(view: View<BatchDocument>) {
  return {
    /** Newest first. */
    list({ search, stage }: BatchFilter, paging: Paging) {
      const conditions: ViewFilter[] = [
        ...(search === '' ? [] : [{ text: { $contains: search } }]),
        ...(stage === undefined ? [] : [{ present: stage }]),
      ];
      const [only = {}, ...others] = conditions;
      return listNewestFirst(view, 'madeAt', others.length === 0 ? only : { $and: conditions }, paging);
    },
  };
}

export type BatchQueries = ReturnType<typeof createBatchQueries>;
