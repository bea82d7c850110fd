/**
 * What a call comes to without the house around it: `bare-handler <file>`
 * reads the caller's documents from a view in memory and answers them as JSON,
 * on Node's HTTP server. It believes every token it knows, and there is no
 * gateway, no graph and no other service.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import { listNewestFirst } from '@volant/infra/views/newest-first';
import type { BareContent } from './bare.ts';

interface Kept {
  readonly _id: string;
  readonly token: string;
  readonly createdAt: string;
  readonly content: unknown;
}

const { listed, answers } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareContent;
const view = createMemoryViewStore().view<Kept>({ name: 'bare', indexes: ['token', 'createdAt'] });
for (const [token, contents] of Object.entries(answers)) {
  for (const content of contents) {
    const { id, createdAt = '' } = content as { readonly id: string; readonly createdAt?: string };
    await view.put({ _id: `${token} ${id}`, token, createdAt, content });
  }
}

async function answerTo({ headers }: IncomingMessage): Promise<unknown> {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  if (listed === null) return (await view.find({ token }, { limit: 1 }))[0]?.content;
  const { nodes, total, endCursor, hasNextPage } = await listNewestFirst(view, 'createdAt', { token }, {});
  return { [listed]: nodes.map(({ content }) => content), total, cursor: hasNextPage ? endCursor : null };
}

const server = createServer(async (request, response) => {
  const body = JSON.stringify(await answerTo(request));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
