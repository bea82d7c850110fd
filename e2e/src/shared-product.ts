import { afterAll, beforeAll, inject } from 'vitest';
import { SUPERADMIN_SETTINGS } from './api.ts';
import { type OpenedProduct, openProduct } from './open-product.ts';

interface SharedProduct {
  readonly origin: string;
  /** Its data directory. */
  readonly directory: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The product that files share; undefined in projects without it. */
    product: SharedProduct | undefined;
  }
}

/** The product that files of this run share, if the project has one. */
export function sharedProduct(): SharedProduct | undefined {
  return inject('product');
}

/**
 * The product that this file shares with others. Tests of such files make their own people and pages and count only
 * those; they do not restart the product or read its files. If no product is shared, the file starts its own.
 */
export function useSharedProduct(): Pick<OpenedProduct, 'origin'> {
  let origin = sharedProduct()?.origin ?? '';
  let own: OpenedProduct | undefined;
  beforeAll(async () => {
    if (origin !== '') return;
    own = await openProduct({ ...SUPERADMIN_SETTINGS, VOLANT_GRAPHQL: 'open' });
    origin = own.origin;
  });
  afterAll(() => own?.close());
  return {
    get origin() {
      return origin;
    },
  };
}
