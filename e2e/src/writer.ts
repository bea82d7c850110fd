import { Agent, request as httpRequest } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { someAddress } from './api.ts';

/** Result of a request: an answer, no connection (nothing was sent), or a connection that ended without an answer. */
export type Outcome =
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  | { readonly kind: 'answered'; readonly status: number; readonly body: any }
  | { readonly kind: 'refused' }
  | { readonly kind: 'cut off'; readonly reason: string };

/** A client that reuses one connection while the server keeps it open. */
export interface Writer {
  send(method: string, path: string, body: unknown, token?: string): Promise<Outcome>;
  close(): void;
}

export function openWriter(origin: string): Writer {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async send(method, path, body, token) {
      // The server may have closed the connection while this process was not running: a full turn of the event loop
      // notices that, and the request then uses a new connection.
      await setImmediate();
      await setImmediate();
      const json = JSON.stringify(body);
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
        'x-forwarded-for': someAddress(),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      return new Promise((resolve) => {
        const failed = (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED') resolve({ kind: 'refused' });
          else resolve({ kind: 'cut off', reason: `${method} ${path}: ${error.code ?? error.message}${where()}` });
        };
        const sent = httpRequest({ agent, hostname, port, method, path, headers }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () => {
            resolve({ kind: 'answered', status: response.statusCode ?? 0, body: JSON.parse(text) });
          });
          response.on('error', failed);
        });
        const where = () => (sent.reusedSocket ? ', on a connection that was used before' : ', on a new connection');
        sent.on('error', failed);
        sent.end(json);
      });
    },
    close: () => agent.destroy(),
  };
}
