import { call, createPage, type Person, signUp } from '../api.ts';
import type { ApiDescription } from '../api-description.ts';
import { documentedErrors } from '../documented-errors.ts';
import { type Product, type Settings, startProduct, temporaryDirectory } from '../product.ts';
import { type Bystander, startBystander } from './bystander.ts';

/** Whether to send all attacks (`all`), which takes too long for every run. */
export const ALL = process.env.VOLANT_ATTACKS === 'all';

/** A product with one driver, a bystander who keeps loading the driver's page, and the product's API description. */
export interface AttackedProduct {
  readonly product: Product;
  readonly origin: string;
  readonly bystander: Bystander;
  readonly driver: Person;
  readonly pageId: string;
  readonly codes: ReadonlySet<string>;
  readonly description: ApiDescription;
  /** Lines of the log that report internal errors. */
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
    codes: new Set((await documentedErrors()).keys()),
    description: (await call(origin, 'GET', '/api/openapi.json')).body,
    ownFaults: () => product.output().filter((line) => /"level":(?:50|60)|"level":"(?:error|fatal)"/.test(line)),
    async close() {
      bystander.stop();
      // Kill it, because a product blocked by an attack would not stop in order.
      await product.kill();
      await directory.remove();
    },
  };
}
