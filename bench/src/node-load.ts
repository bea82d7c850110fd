/** Load from Node: `node-load <url> <seconds> <connections>` prints its results as JSON. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import autocannon, { type Options, type Request, type Result } from 'autocannon';
import { percentile } from './statistics.ts';

const [url = '', seconds = '5', connections = '32'] = process.argv.slice(2);
const page = process.env.BENCH_PAGE ?? '';
const eventsPerRequest = Number(process.env.BENCH_EVENTS ?? 1);
const addressFrom = Number(process.env.BENCH_ADDRESS_FROM ?? 0);
const addresses = Number(process.env.BENCH_ADDRESSES ?? 0);
const tokens = process.env.BENCH_TOKENS?.split(' ').filter(Boolean) ?? [];
const pathsFile = process.env.BENCH_PATHS ?? '';
const pauseMs = Number(process.env.BENCH_PAUSE_MS ?? 0);

const event = () => ({ id: randomUUID(), pageId: page, type: 'VIEW' });

let turn = 0;
function someAddress(): string {
  const inTurn = addressFrom + (turn++ % addresses);
  const number = addresses === 0 ? Math.floor(Math.random() * 2 ** 24) : inTurn;
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
}

const someEvents: Request = {
  method: 'POST',
  setupRequest: (request) => ({
    ...request,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
    body: JSON.stringify(
      eventsPerRequest === 1 ? event() : { events: Array.from({ length: eventsPerRequest }, event) },
    ),
  }),
};
const callers = tokens.map((token): Request => ({ headers: { authorization: `Bearer ${token}` } }));
const paths = pathsFile === '' ? [] : readFileSync(pathsFile, 'utf8').split('\n').filter(Boolean);
const gets = paths.map((path): Request => ({ path, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }));
const requests = page === '' ? [...callers, ...gets] : [someEvents];

/** Spreads the list over the connections: otherwise each of them would start with the first request. */
function shareOf(connection: number): Request[] {
  const share = requests.filter((_, at) => at % Number(connections) === connection);
  return share.length === 0 ? requests : share;
}

let connected = 0;
const times: number[] = [];
const result = await new Promise<Result>((resolve, reject) => {
  const options: Options = {
    url,
    duration: Number(seconds),
    connections: Number(connections),
    ...(pauseMs === 0 ? {} : { overallRate: (1000 * Number(connections)) / pauseMs, ignoreCoordinatedOmission: true }),
    setupClient(client) {
      if (requests.length > 0) client.setRequests(shareOf(connected));
      connected += 1;
    },
  };
  const running = autocannon(options, (error, found) => (error ? reject(error) : resolve(found)));
  running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
});
console.log(
  JSON.stringify({
    requestsPerSecond: result.requests.average,
    p95Ms: percentile(times, 0.95),
    failures: result.non2xx + result.errors + result.timeouts,
  }),
);
