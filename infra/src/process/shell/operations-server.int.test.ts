import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { createOperationsServer } from './operations-server.ts';
import { createReadiness, type Readiness } from './readiness.ts';

const MISSING = new Error('connect ECONNREFUSED at mongodb://volant:s3cret@db');

describe('operations server', () => {
  let lines: string[];
  let down: Set<string>;
  let checks: number;
  let readiness: Readiness;
  let server: ReturnType<typeof createOperationsServer>;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    lines = [];
    down = new Set();
    checks = 0;
    const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
    const check = (name: string) => ({
      name,
      check: async () => {
        checks += 1;
        if (down.has(name)) throw MISSING;
      },
    });
    readiness = createReadiness({ servers: () => [check('MongoDB'), check('Redis')], essential: ['MongoDB'], log });
    server = createOperationsServer(readiness, createMetrics({ name: 'test' }));
  });
  afterEach(async () => {
    await server.close();
    vi.useRealTimers();
  });

  async function get(url: string) {
    const { statusCode, body } = await server.inject({ url });
    return { status: statusCode, body };
  }
  const later = () => vi.advanceTimersByTime(1_500);

  it('is healthy from the start, and ready once the process says so', async () => {
    expect((await get('/health')).status).toBe(200);
    expect((await get('/ready')).status).toBe(503);
    expect((await get('/serving')).status).toBe(503);
    readiness.state = 'ready';
    expect(await get('/ready')).toEqual({ status: 200, body: '{"status":"ready","missing":[]}' });
    readiness.state = 'stopping';
    expect((await get('/ready')).status).toBe(503);
    expect((await get('/serving')).status).toBe(503);
    expect((await get('/health')).status).toBe(200);
  });

  it('is unready while a server is away, naming it without secrets, and recovers by itself', async () => {
    readiness.state = 'ready';
    down.add('MongoDB');
    expect(await get('/ready')).toEqual({ status: 503, body: '{"status":"unready","missing":["MongoDB"]}' });
    expect((await get('/serving')).status).toBe(503);
    down.clear();
    later();
    expect((await get('/ready')).status).toBe(200);
    expect((await get('/serving')).status).toBe(200);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['MongoDB does not answer', 'MongoDB answers again']);
  });

  it('keeps serving without a server that is not essential', async () => {
    readiness.state = 'ready';
    down.add('Redis');
    expect((await get('/ready')).status).toBe(503);
    expect(await get('/serving')).toEqual({ status: 200, body: '{"status":"unready","missing":["Redis"]}' });
  });

  it('checks the servers at most once a second, however many requests arrive', async () => {
    readiness.state = 'ready';
    await Promise.all(Array.from({ length: 20 }, () => get('/ready')));
    expect(checks).toBe(2);
    later();
    await get('/ready');
    expect(checks).toBe(4);
  });

  it('renders the metrics', async () => {
    const { status, body } = await get('/metrics');
    expect(status).toBe(200);
    expect(body).toContain('process_resident_memory_bytes');
  });
});
