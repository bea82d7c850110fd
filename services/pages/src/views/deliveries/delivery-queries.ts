import { listNewestFirst, type Paging } from '@volant/infra/views/newest-first';
import type { View } from '@volant/infra/views/view-store';
import type { DeliveryState } from '../../webhooks/deliveries.ts';
import type { DeliveryDocument } from './delivery-document.ts';

export function createDeliveryQueries(view: View<DeliveryDocument>) {
  return {
    /** Newest first. */
    list(endpointId: string, state: DeliveryState | undefined, paging: Paging) {
      return listNewestFirst(view, 'at', { endpointId, ...(state && { state }) }, paging);
    },
    byId: (id: string) => view.get(id),
  };
}

export type DeliveryQueries = ReturnType<typeof createDeliveryQueries>;
