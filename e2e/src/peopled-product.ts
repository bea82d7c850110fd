import { afterAll, beforeAll } from 'vitest';
import { SUPERADMIN_SETTINGS } from './api.ts';
import { type Product, type Settings, startProduct, type TemporaryDirectory, temporaryDirectory } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { type Peopled, peopled } from './world.ts';

/** The callers of the tables, in a product that accepts any GraphQL operation: the shared one, if the project has one. */
export function useCallers(): () => Peopled {
  const shared = sharedProduct();
  if (shared === undefined) return usePeopledProduct({});
  let there: Peopled;
  beforeAll(async () => {
    there = await peopled(shared.origin, shared.directory);
  });
  return () => there;
}

/** The same in a product for the tests of this file alone. */
export function usePeopledProduct(settings: Settings): () => Peopled {
  let directory: TemporaryDirectory;
  let product: Product;
  let there: Peopled;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    product = await startProduct(directory.path, { ...SUPERADMIN_SETTINGS, VOLANT_GRAPHQL: 'open', ...settings });
    there = await peopled(product.origin, directory.path);
  });
  afterAll(async () => {
    await product.stop();
    await directory.remove();
  });
  return () => there;
}
