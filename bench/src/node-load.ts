/** Load from Node: `node-load <url> <seconds> <connections>`; prints requests per second and failures as JSON. */
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

const [url = '', seconds = '5', connections = '32'] = process.argv.slice(2);
const page = process.env.BENCH_PAGE ?? '';
const eventsPerRequest = Number(process.env.BENCH_EVENTS ?? 1);

const event = () => ({ id: randomUUID(), pageId: page, type: 'VIEW' });

function someAddress(): string {
  return `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')}`;
}

const result = await autocannon({
  url,
  duration: Number(seconds),
  connections: Number(connections),
  ...(page === ''
    ? {}
    : {
        requests: [
          {
            method: 'POST',
            setupRequest: (request) => ({
              ...request,
              headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
              body: JSON.stringify(
                eventsPerRequest === 1 ? event() : { events: Array.from({ length: eventsPerRequest }, event) },
              ),
            }),
          },
        ],
      }),
});
console.log(
  JSON.stringify({
    requestsPerSecond: result.requests.average,
    failures: result.non2xx + result.errors + result.timeouts,
  }),
);
