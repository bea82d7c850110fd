/**
 * Baseline without the product: `bare-handler <file>` looks up the caller's rows and answers them as JSON, on Node's
 * HTTP server. It accepts every known token, and involves no gateway, no GraphQL and no other service.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BareContent } from './bare.ts';

const { listed, answers } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareContent;
const contentsOf = new Map(Object.entries(answers));

function answerTo({ headers }: IncomingMessage): unknown {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const contents = contentsOf.get(token) ?? [];
  return listed === null ? contents[0] : { [listed]: contents, total: contents.length, cursor: null };
}

const server = createServer((request, response) => {
  const body = JSON.stringify(answerTo(request));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
