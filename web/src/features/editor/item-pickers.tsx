import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Icon and colour of an item. Their code, more than the rest of the form's, comes with the first item that is opened. */
export const ItemPickers = lazyPart(
  () => import('./pickers.tsx'),
  <div className="custom-item__pickers">
    <Skeleton width="100%" height="4.75rem" />
    <Skeleton width="100%" height="4.75rem" />
  </div>,
);
