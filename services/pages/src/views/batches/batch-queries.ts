import { listInOrder, type Paging } from '@volant/infra/views/newest-first';
import type { View, ViewFilter } from '@volant/infra/views/view-store';
import type { CardStage } from '../../series/series.ts';
import type { BatchDocument } from './batch-document.ts';

export interface BatchFilter {
  /** Normalized by `searchWanted`; empty for all. */
  readonly search: string;
  /** Batches with a card at this stage. */
  readonly stage: CardStage | undefined;
}

/** The field of each column that the list can be ordered by. */
const ORDERS = { CREATED: 'madeAt', NOTE: 'noteOrder', SIZE: 'sizeOrder', STAGE: 'stageOrder' } as const;

interface BatchOrder {
  readonly by?: keyof typeof ORDERS | undefined;
  readonly descending?: boolean | undefined;
}

export function createBatchQueries(view: View<BatchDocument>) {
  return {
    /** By default newest first. */
    list(
      { search, stage }: BatchFilter,
      paging: Paging,
      { by = 'CREATED', descending = by === 'CREATED' }: BatchOrder = {},
    ) {
      const conditions: ViewFilter[] = [
        ...(search === '' ? [] : [{ text: { $contains: search } }]),
        ...(stage === undefined ? [] : [{ present: stage }]),
      ];
      const [only = {}, ...others] = conditions;
      const wanted = others.length === 0 ? only : { $and: conditions };
      return listInOrder(view, { field: ORDERS[by], descending }, wanted, paging);
    },
  };
}

export type BatchQueries = ReturnType<typeof createBatchQueries>;
