import { createPage, type Person, signUp } from '../api.ts';
import { type Product, type Settings, startProduct, temporaryDirectory } from '../product.ts';
import { type Bystander, startBystander } from './bystander.ts';

/** A product with somebody in it, and a page that a passenger looks at all the while. */
export interface AttackedProduct {
  readonly product: Product;
  readonly origin: string;
  readonly bystander: Bystander;
  readonly driver: Person;
  readonly pageId: string;
  /** Lines of its log that say it was at fault itself. */
  ownFaults(): readonly string[];
  close(): Promise<void>;
}

export async function openAttacked(settings: Settings = {}): Promise<AttackedProduct> {
  const directory = await temporaryDirectory();
  const product = await startProduct(directory.path, settings);
  const { origin } = product;
  const driver = await signUp(origin);
  const pageId = await createPage(origin, driver.token);
  const bystander = await startBystander(`${origin}/d/${pageId}`, product.pid);
  return {
    product,
    origin,
    bystander,
    driver,
    pageId,
    ownFaults: () => product.output().filter((line) => /"level":(?:50|60)|"level":"(?:error|fatal)"/.test(line)),
    async close() {
      bystander.stop();
      // Killed: one that an attack has stopped would not end by itself.
      await product.kill();
      await directory.remove();
    },
  };
}
