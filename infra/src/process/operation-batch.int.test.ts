import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ASSERTION_HEADER, callOfProcess, createAssertions } from '../auth/assertion.ts';
import { graphqlErrorOf } from '../graphql/public-errors.ts';
import type { Subgraph, SubgraphCall, SubgraphRequest } from '../graphql/subgraph-call.ts';
import { createInternalClient, type InternalClient } from './internal-client.ts';
import { createLogger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { answerLine, BATCH_PATH, MOST_OPERATIONS } from './operation-batch.ts';
import { createRemoteSubgraph } from './remote-subgraph.ts';
import { createServiceServer } from './service-server.ts';

const SECRET = 'a secret between processes, long enough';
const assertions = createAssertions({ secret: SECRET });

function callOf(caller: string): SubgraphCall {
  return {
    token: `token-${caller}`,
    language: caller === 'odd' ? 'en' : 'fr',
    clientAddress: '192.0.2.7',
    correlationId: `correlation-${caller}`,
    idempotencyKey: caller === 'odd' ? 'key-1' : undefined,
  };
}

const requestOf = (caller: string): SubgraphRequest => ({
  query: 'query Page($id: ID!) { page(id: $id) { id } }',
  operationName: 'Page',
  variables: { id: `é-${caller}` },
});

describe('operations of many callers at once', () => {
  let log: ReturnType<typeof createLogger>;
  let lines: string[];
  let metrics: Metrics;
  let server: FastifyInstance;
  let requests: string[];
  let executed: { readonly request: SubgraphRequest; readonly call: SubgraphCall }[];
  let execute: Subgraph['execute'];
  let client: InternalClient;
  let subgraph: Subgraph;

  beforeEach(async () => {
    lines = [];
    requests = [];
    executed = [];
    execute = async ({ variables }) => ({ data: { page: { id: variables?.id } } });
    log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
    metrics = createMetrics({ name: 'pages' });
    server = createServiceServer({
      service: 'pages',
      assertions,
      metrics,
      log,
      subgraph: {
        name: 'pages',
        execute(request, call) {
          executed.push({ request, call });
          return execute(request, call);
        },
      },
    });
    server.addHook('onRequest', async ({ url }) => void requests.push(url));
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    client = createInternalClient({ service: 'pages', url, assertions, log });
    subgraph = createRemoteSubgraph('pages', client, log);
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const run = (caller: string) => subgraph.execute(requestOf(caller), callOf(caller));

  it('go in a few requests, and each has its own caller, answer and errors', async () => {
    const callers = Array.from({ length: 50 }, (_, n) => (n === 7 ? 'odd' : `${n}`));
    const refused = { code: 'PAGE_NOT_FOUND', status: 404, text: 'There is no such page.' };
    execute = async ({ variables }) =>
      variables?.id === 'é-3' ? { errors: [graphqlErrorOf(refused)] } : { data: { page: { id: variables?.id } } };
    const answers = await Promise.all(callers.map(run));

    const ids = answers.map(({ data, errors }) => (data as { page: { id: string } })?.page.id ?? errors?.[0]?.message);
    expect(ids).toEqual(callers.map((caller) => (caller === '3' ? refused.text : `é-${caller}`)));
    expect(executed).toEqual(callers.map((caller) => ({ request: requestOf(caller), call: callOf(caller) })));
    expect(new Set(requests)).toEqual(new Set([BATCH_PATH]));
    expect(requests.length).toBeLessThanOrEqual(3);
    const { body } = await metrics.render();
    expect(body).toContain('refusals_total{code="PAGE_NOT_FOUND",process="pages"} 1');
    expect(body).toContain('_count{process="pages",method="POST",route="/graphql",status="2xx"} 50');
    expect(body).not.toContain(BATCH_PATH);
  });

  it('do not wait for one that is slow, whether it came before them or with them', async () => {
    let answerSlow: (result: ExecutionResult) => void = () => undefined;
    const quick = execute;
    execute = (request, call) =>
      `${request.variables?.id}`.startsWith('é-slow')
        ? new Promise((resolve) => {
            answerSlow = resolve;
          })
        : quick(request, call);
    const first = run('slow 1');
    await vi.waitFor(() => expect(executed).toHaveLength(1));
    const answerFirst = answerSlow;
    const second = run('slow 2');
    await vi.waitFor(() => expect(executed).toHaveLength(2));
    answerSlow({ data: { page: { id: 'at last' } } });
    expect(await second).toMatchObject({ data: { page: { id: 'at last' } } });

    const [slow, ...others] = [run('slow 3'), run('1'), run('2')];
    expect(await Promise.all(others)).toMatchObject([
      { data: { page: { id: 'é-1' } } },
      { data: { page: { id: 'é-2' } } },
    ]);
    answerSlow({ data: { page: { id: 'later' } } });
    expect(await slow).toMatchObject({ data: { page: { id: 'later' } } });
    // The first has not been answered yet; whoever asked is gone when it is.
    server.server.closeAllConnections();
    await expect(first).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    answerFirst({ data: null });
    expect(await run('3')).toEqual({ data: { page: { id: 'é-3' } } });
  });

  it('that fail in a way nobody foresaw leave the others their answers', async () => {
    const quick = execute;
    execute = (request, call) =>
      request.variables?.id === 'é-1' ? Promise.reject(new Error('unforeseen')) : quick(request, call);
    const [one, two] = await Promise.allSettled([run('1'), run('2')]);
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    expect(two).toMatchObject({ status: 'fulfilled', value: { data: { page: { id: 'é-2' } } } });
    expect(lines.join('')).toContain('unforeseen');
    expect(lines.join('')).toContain('correlation-1');
  });

  it('are not more at once, nor longer, than a batch may be', async () => {
    const long = { query: '{ a }', variables: { text: 'x'.repeat(300_000) } };
    const many = Array.from({ length: 2 * MOST_OPERATIONS }, (_, n) => run(`${n}`));
    const both = [subgraph.execute(long, callOf('long')), subgraph.execute(long, callOf('long'))];
    expect(await Promise.all([...many, ...both])).toHaveLength(2 * MOST_OPERATIONS + 2);
    const body = JSON.stringify({
      operations: Array.from({ length: MOST_OPERATIONS + 1 }, () => ({ ...requestOf('1'), call: callOf('1') })),
    });
    expect((await post(body, signed(body))).status).toBe(400);
  });

  it('are believed only with an assertion about all of it', async () => {
    const body = JSON.stringify({ operations: [{ ...requestOf('1'), call: callOf('1') }] });
    expect((await post(body)).status).toBe(401);
    expect((await post(body.replace('token-1', 'token-2'), signed(body))).status).toBe(401);
    expect((await post(body.replace('192.0.2.7', '192.0.2.8'), signed(body))).status).toBe(401);
    expect((await post(body, signed(body, '/graphql'))).status).toBe(401);
    expect(executed).toEqual([]);
    expect((await post(body, signed(body))).status).toBe(200);
    const { body: told } = await metrics.render();
    expect(told).toContain(`_count{process="pages",method="POST",route="${BATCH_PATH}",status="4xx"} 4`);
  });

  const signed = (body: string, path = BATCH_PATH) =>
    assertions.sign('pages', callOfProcess(), { method: 'POST', path, token: undefined, body });

  function post(body: string, assertion?: string) {
    const { port } = server.server.address() as AddressInfo;
    const vouched = assertion === undefined ? {} : { [ASSERTION_HEADER]: assertion };
    const headers = { 'content-type': 'application/json', ...vouched };
    return fetch(`http://127.0.0.1:${port}${BATCH_PATH}`, { method: 'POST', body, headers });
  }
});

describe('another service that answers', () => {
  const log = createLogger({ name: 'test', level: 'silent' });
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let server: Server;
  let client: InternalClient;
  let subgraph: Subgraph;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    server = createServer(async (request, response) => {
      asked.push(request.url ?? '');
      await request.resume().toArray();
      answer(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = createInternalClient({ service: 'pages', url, assertions, log });
    subgraph = createRemoteSubgraph('pages', client, log);
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await client.close();
  });

  const run = (caller: string) => subgraph.execute(requestOf(caller), callOf(caller));

  it('no batch, as an earlier version does, is asked for each operation by itself', async () => {
    answer = ({ url }, response) => {
      if (url === BATCH_PATH) response.writeHead(404).end('{"code":"NOT_FOUND"}');
      else response.end('{"data":{"ok":true}}');
    };
    expect(await Promise.all([run('1'), run('2')])).toEqual([{ data: { ok: true } }, { data: { ok: true } }]);
    expect(await run('3')).toEqual({ data: { ok: true } });
    expect(asked).toEqual([BATCH_PATH, '/graphql', '/graphql', '/graphql']);
  });

  it('only a part of a batch has answered that part', async () => {
    answer = (_, response) => {
      const begun = `${answerLine(0, { data: { ok: 'one' } })}1 {"data"`;
      response.writeHead(200).write(begun, () => response.destroy());
    };
    const answers = await Promise.allSettled([run('1'), run('2')]);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: { data: { ok: 'one' } } },
      { status: 'rejected', reason: { code: 'UNAVAILABLE' } },
    ]);
  });

  it.each([
    ['an error', (response: ServerResponse) => response.writeHead(500).end('{}')],
    ['something else', (response: ServerResponse) => response.writeHead(200).end('hello\n')],
    ['places that nobody asked for', (response: ServerResponse) => response.writeHead(200).end(answerLine(7, {}))],
    ['nothing', (response: ServerResponse) => response.writeHead(200).end()],
  ])('%s is UNAVAILABLE', async (_, respond) => {
    answer = (_request, response) => void respond(response);
    await expect(run('1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
