import { readFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  call,
  createPage,
  logIn,
  type Person,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
  someAddress,
} from '../src/api.ts';
import type { ApiDescription } from '../src/api-description.ts';
import { type Malformed, malformedGraphql, malformedRest } from '../src/malformed.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

/** A quarter of what is claimed at every run; VOLANT_MALFORMED_REQUESTS=100000 for all of it. */
const REQUESTS = Number(process.env.VOLANT_MALFORMED_REQUESTS ?? 25_000);
/** Before the memory is looked at for the first time: caches fill and code is compiled. */
const WARM_UP = REQUESTS / 5;
const AT_ONCE = 16;
const SEED = 20_261;

let directory: TemporaryDirectory;
let product: Product;
let driver: Person;
let cases: Iterator<Malformed>;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, { ...SUPERADMIN_SETTINGS, VOLANT_GRAPHQL: 'open' });
  driver = await signUp(product.origin);
  const admin = await logIn(product.origin, SUPERADMIN);
  const pageId = await createPage(product.origin, driver.token);
  const description: ApiDescription = (await call(product.origin, 'GET', '/api/openapi.json')).body;
  const introspection = (await call(product.origin, 'POST', '/graphql', { query: getIntrospectionQuery() })).body.data;
  const tokens = [driver.token, admin];
  // Not the driver's own: an administrator may delete the account of this id, and the driver is to be there at the end.
  const named = await signUp(product.origin);
  const ids = [pageId, named.id, named.email, pageId.slice(1)];
  const arbitrary = fc.oneof(malformedRest(description, tokens, ids), malformedGraphql(introspection, tokens, ids));
  cases = generated(arbitrary);
});
afterAll(async () => {
  agent.destroy();
  await product.stop();
  await directory.remove();
});

/** The same cases at every run, made as they are needed. */
function* generated(arbitrary: fc.Arbitrary<Malformed>): Generator<Malformed> {
  for (let round = 0; ; round += 1) yield* fc.sample(arbitrary, { numRuns: 1000, seed: SEED + round });
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

function send({ method, path, headers, body }: Malformed): Promise<Answer> {
  const { hostname, port } = new URL(product.origin);
  return new Promise((resolve, reject) => {
    const sent = {
      ...headers,
      'x-forwarded-for': someAddress(),
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    };
    const request = httpRequest(
      { agent, hostname, port, method, path: encoded(path), headers: latin(sent) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** A client cannot write these into a request line. */
function encoded(path: string): string {
  return path.replace(/\p{Surrogate}/gu, '').replace(/[^\x21-\x7e]/gu, (sign) => encodeURIComponent(sign));
}

function latin(headers: Readonly<Record<string, string | number>>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => /^[\x20-\xff]*$/.test(String(value))));
}

const STACK = /\.[jt]s:\d+:\d+|node_modules|stacktrace/;

function problemOf(asked: Malformed, { status, body }: Answer): string | undefined {
  const told = () => `${withoutRuns(JSON.stringify(asked))} → ${status} ${body.slice(0, 300)}`;
  if (status >= 500 || status < 200) return told();
  if (STACK.test(body) && !asked.path.startsWith('/api/docs')) return told();
  if (status < 400 || !asked.path.startsWith('/api/')) return undefined;
  const { success, error, code } = JSON.parse(body) as Record<string, unknown>;
  const well = success === false && typeof error === 'string' && error !== '' && /^[A-Z_]+$/.test(String(code));
  return well ? undefined : told();
}

/** The whole request, as the place that matters may be anywhere in it; only one sign many times over is shortened. */
function withoutRuns(text: string): string {
  return text.replace(/(.)\1{20,}/g, (run, sign: string) => `${sign}{${run.length}}`);
}

async function megabytes(): Promise<number> {
  const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

test(`${REQUESTS} generated requests: none answered by a fault, no stack, the memory where it was`, async () => {
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  let left = REQUESTS;
  let settled = 0;

  async function worker(): Promise<void> {
    while (left > 0 && problems.length < 20) {
      left -= 1;
      const asked = cases.next().value as Malformed;
      const answer = await send(asked);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const problem = problemOf(asked, answer);
      if (problem !== undefined) problems.push(problem);
      if (left === REQUESTS - WARM_UP) settled = await megabytes();
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  process.stdout.write(`answers by status: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`);
  expect(problems).toEqual([]);
  const grown = (await megabytes()) / settled;
  process.stdout.write(`memory: ${settled.toFixed(0)} MB after ${WARM_UP}, × ${grown.toFixed(2)} at the end\n`);
  expect(grown).toBeLessThan(1.3);
  const { status, body } = await call(product.origin, 'GET', '/api/auth/me', undefined, { token: driver.token });
  expect([status, body.user?.id]).toEqual([200, driver.id]);
}, 900_000);
