import { listInOrder, orderOf, type Paging, type WantedOrder } from '@volant/infra/views/newest-first';
import { searchFilter } from '@volant/infra/views/search-filter';
import type { View } from '@volant/infra/views/view-store';
import type { CardStage } from '../../series/series.ts';
import type { BatchDocument } from './batch-document.ts';

export interface BatchFilter {
  /** By `searchWanted`; empty for all. */
  readonly search: readonly string[];
  /** Batches with a card at this stage. */
  readonly stage: CardStage | undefined;
}

/** The field of each column that the list can be ordered by. */
const ORDERS = { CREATED: 'madeAt', NOTE: 'noteOrder', SIZE: 'sizeOrder', STAGE: 'stageOrder' } as const;

export function createBatchQueries(view: View<BatchDocument>) {
  return {
    /** By default newest first. */
    list({ search, stage }: BatchFilter, paging: Paging, order: WantedOrder<keyof typeof ORDERS> = {}) {
      const wanted = {
        ...searchFilter(search),
        ...(stage === undefined ? {} : { present: stage }),
      };
      return listInOrder(view, orderOf(ORDERS, order), wanted, paging);
    },
  };
}

export type BatchQueries = ReturnType<typeof createBatchQueries>;
