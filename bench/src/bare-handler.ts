/**
 * What a call comes to without the product around it: `bare-handler <file>`
 * looks up what the caller may see and answers it as JSON, on Node's HTTP
 * server. It believes every token it knows, and there is no gateway, no graph
 * and no other service.
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
