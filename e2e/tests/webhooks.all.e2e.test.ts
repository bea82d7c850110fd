import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, createPage, eventually, logIn, SUPERADMIN, SUPERADMIN_SETTINGS, signUp } from '../src/api.ts';
import { ON_SERVERS, type OpenedProduct, openProduct } from '../src/open-product.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

const KILLS = ON_SERVERS ? 5 : 4;
const PAGES = 3;
const EDITS_BETWEEN_KILLS = 6;

interface Received {
  readonly id: string;
  readonly type: string;
  readonly pageId?: string;
  readonly version: number;
  readonly messageId?: string;
  readonly batchId?: string;
}

let directory: TemporaryDirectory;
let receiver: Server;
let product: OpenedProduct;
let secret = '';
const accepted: Received[] = [];
/** The ids of all messages, the refused ones included. */
const known = new Set<string>();
let forged = 0;

/** Refuses every third message once, as a shop does in trouble. */
async function receive(request: IncomingMessage): Promise<number> {
  const body = await text(request);
  try {
    new Webhook(secret).verify(body, request.headers as Record<string, string>);
  } catch {
    forged += 1;
  }
  const id = String(request.headers['webhook-id']);
  const isRefused = !known.has(id) && known.size % 3 === 2;
  known.add(id);
  if (isRefused) return 500;
  const { type, data } = JSON.parse(body);
  accepted.push({ id, type, ...data });
  return 204;
}

beforeAll(async () => {
  directory = await temporaryDirectory();
  const certificate = `${directory.path}/certificate.pem`;
  const keyFile = `${directory.path}/key.pem`;
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', keyFile, '-out', certificate];
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...subject, '-days', '1', ...files]);
  const [cert, key] = await Promise.all([readFile(certificate), readFile(keyFile)]);
  receiver = createServer({ cert, key }, async (request, response) => {
    response.writeHead(await receive(request)).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  product = await openProduct({
    ...SUPERADMIN_SETTINGS,
    VOLANT_WEBHOOK_PRIVATE_HOSTS: 'localhost',
    NODE_EXTRA_CA_CERTS: certificate,
  });
});
afterAll(async () => {
  await product?.close();
  receiver?.close();
  await directory?.remove();
});

test(`tells of pages in order, and of messages and batches, at least once and signed, over ${KILLS} kills`, async () => {
  const admin = await logIn(product.origin, SUPERADMIN);
  const url = `https://localhost:${(receiver.address() as AddressInfo).port}/volant`;
  const webhook = { name: 'Shop', url, types: ['PAGE_CLAIMED', 'PAGE_CHANGED', 'MESSAGE_RECEIVED', 'BATCH_MADE'] };
  const added = await call(product.origin, 'POST', '/api/admin/webhooks', webhook, { token: admin });
  expect(added.status).toBe(200);
  secret = added.body.secret;
  const driver = await signUp(product.origin);
  const pages = await Promise.all(
    Array.from({ length: PAGES }, (_, number) => createPage(product.origin, driver.token, `Page ${number}`)),
  );

  const messages: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let edit = 0; edit < EDITS_BETWEEN_KILLS; edit += 1) {
      const changes = { blocksJson: { name: `Page ${kill}-${edit}`, phone: '+33 6 39 98 00 09' } };
      const path = `/api/pages/${pages[edit % PAGES]}`;
      expect((await call(product.origin, 'PATCH', path, changes, { token: driver.token })).status).toBe(200);
    }
    const input = {
      name: 'Driver',
      email: `driver${kill}@example.org`,
      subject: 'A card',
      message: 'My card is lost.',
    };
    const message = await call(product.origin, 'POST', '/api/support/contact', input);
    messages.push(message.body.message.id);
    const series = await call(product.origin, 'POST', '/api/admin/pages/bulk', { quantity: 2 }, { token: admin });
    expect([message.status, series.status]).toEqual([200, 201]);
    await product.crash();
  }

  const firstTimes = (page: string) => {
    const seen = new Set<string>();
    return accepted.filter(({ id, pageId }) => pageId === page && !seen.has(id) && seen.add(id));
  };
  // Its creation, and an edit each.
  const versions = Array.from({ length: 1 + (KILLS * EDITS_BETWEEN_KILLS) / PAGES }, (_, before) => before + 1);
  for (const page of pages) {
    const received = await eventually(
      async () => firstTimes(page).map(({ version }) => version),
      ({ length }) => length >= versions.length,
    );
    expect(received).toEqual(versions);
  }
  const { batches } = (await call(product.origin, 'GET', '/api/admin/batches', undefined, { token: admin })).body;
  const made = batches.map(({ id }: { id: string }) => id);
  expect(made).toHaveLength(KILLS);
  await eventually(
    async () => [...messages, ...made].filter((id) => !accepted.some((one) => id === (one.messageId ?? one.batchId))),
    (missing) => missing.length === 0,
  );
  expect(forged).toBe(0);
});
