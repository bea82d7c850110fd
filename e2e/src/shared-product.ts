import { afterAll, beforeAll, inject } from 'vitest';
import { SUPERADMIN_SETTINGS } from './api.ts';
import { type OpenedProduct, openProduct } from './open-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the product that files share; undefined in projects without it. */
    product: string | undefined;
  }
}

/**
 * The product that this file shares with others. Tests of such files make their own people and pages and count only
 * those; they do not restart the product or read its files. If no product is shared, the file starts its own.
 */
export function useSharedProduct(): Pick<OpenedProduct, 'origin'> {
  let origin = inject('product') ?? '';
  let own: OpenedProduct | undefined;
  beforeAll(async () => {
    if (origin !== '') return;
    own = await openProduct(SUPERADMIN_SETTINGS);
    origin = own.origin;
  });
  afterAll(() => own?.close());
  return {
    get origin() {
      return origin;
    },
  };
}
