import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, createPage, eventually, type Person, readReport, signUp } from '../src/api.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

const run = promisify(execFile);

let directory: TemporaryDirectory;
let product: Product;
let driver: Person;
let pageId: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, { VOLANT_LOG_LEVEL: 'silent' });
  driver = await signUp(product.origin);
  pageId = await createPage(product.origin, driver.token);
});

afterAll(async () => {
  await product.stop();
  await directory.remove();
});

/** Length of the longest file of a store, the lower bound of the limit: a full disk does not shorten files. */
async function longestStore(): Promise<number> {
  const files = (await readdir(directory.path, { recursive: true })).filter((file) => file.startsWith('volant.db'));
  const found = await Promise.all(files.map((file) => stat(path.join(directory.path, file))));
  return Math.max(...found.map(({ size }) => size));
}

/** Limits the size of the product's files, which has the same effect as a full disk. */
const limitFiles = (bytes: number | 'unlimited') => run('prlimit', ['--pid', String(product.pid), `--fsize=${bytes}:`]);

test.skipIf(process.platform !== 'linux')(
  'with a full disk the product answers events and changes with 503, keeps acknowledged data, and recovers afterwards',
  async () => {
    const acknowledged = new Set<string>();
    let refusal: Awaited<ReturnType<typeof call>> | undefined;
    const send = async () => {
      const events = Array.from({ length: 50 }, () => ({
        id: randomUUID(),
        pageId,
        type: 'VIEW',
        referrer: `https://${Array.from({ length: 5 }, () => randomUUID()).join('.')}.example/`,
      }));
      const answer = await call(product.origin, 'POST', '/api/public/events', { events });
      if (answer.status === 202) for (const { id } of events) acknowledged.add(id);
      else refusal = answer;
    };
    await eventually(send, () => acknowledged.size > 0);

    await limitFiles(await longestStore());
    await eventually(send, () => refusal !== undefined);
    expect(refusal?.status).toBe(503);
    expect(refusal?.body).toEqual({ success: false, error: expect.stringMatching(/\S/), code: 'UNAVAILABLE' });
    expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call(product.origin, 'GET', `/d/${pageId}`)).status).toBe(200);

    await limitFiles('unlimited');
    refusal = undefined;
    const before = acknowledged.size;
    await eventually(send, () => acknowledged.size > before);
    const report = await eventually(
      () => readReport(product.origin, driver.token, pageId),
      ({ summary }) => summary?.views >= acknowledged.size,
    );
    expect(report.summary.views).toBe(acknowledged.size);
  },
);
