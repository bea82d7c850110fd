import { afterAll, beforeAll } from 'vitest';
import { SUPERADMIN_SETTINGS } from './api.ts';
import { type Product, type Settings, startProduct, type TemporaryDirectory, temporaryDirectory } from './product.ts';
import { type Peopled, peopled } from './world.ts';

/** A product for the tests of a file that accepts any GraphQL operation, with the callers of the tables. */
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
