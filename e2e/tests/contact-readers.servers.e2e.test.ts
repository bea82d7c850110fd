import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VCARD_READERS } from '../../scripts/servers/vcard-readers.ts';
import { contactSamples, type Sample } from '../src/contact-files.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

let directory: TemporaryDirectory;
let product: Product;
let samples: readonly Sample[];

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(path.join(directory.path, 'data'));
  samples = await contactSamples(product.origin);
});
afterAll(async () => {
  await product.stop();
  await directory.remove();
});

test.each(Object.entries(VCARD_READERS))('%s reads every contact file', async (_, read) => {
  const files = samples.map((_sample, index) => path.join(directory.path, `${index}.vcf`));
  await Promise.all(samples.map(({ file }, index) => writeFile(files[index] ?? '', file)));
  expect(await read(files)).toEqual(samples.map(({ expected }) => expected));
});
