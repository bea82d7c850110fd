import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/**
 * Icon and colour of an item. The pickers' code is larger than the rest of the form, so it loads with the first
 * opened item.
 */
export const ItemPickers = lazyPart(
  () => import('./pickers.tsx'),
  <div className="custom-item__pickers">
    <Skeleton width="100%" height="4.75rem" />
    <Skeleton width="100%" height="4.75rem" />
  </div>,
);
