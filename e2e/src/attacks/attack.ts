import { Agent, request } from 'node:http';
import { someAddress } from '../api.ts';

/** A request that is meant to stop the product, or to make it stumble. */
export interface Attack {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly token?: string | undefined;
}

interface AttackAnswer {
  /** 0 where the connection ended without an answer. */
  readonly status: number;
  readonly body: string;
}

const CONNECTIONS = new Agent({ keepAlive: true, maxSockets: 16 });
/** Nothing takes as long unless the product stands still. */
const ANSWERED_WITHIN_MS = 20_000;

class Unanswered extends Error {}

/** Sends it, from an address of its own, and resolves with the answer. */
export function send(origin: string, attack: Attack): Promise<AttackAnswer> {
  const { method, path, headers, body, token } = attack;
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        agent: CONNECTIONS,
        hostname,
        port,
        method,
        path,
        headers: {
          'accept-language': 'en',
          'x-forwarded-for': someAddress(),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
        answer.on('error', () => resolve({ status: answer.statusCode ?? 0, body: '' }));
      },
    );
    asked.setTimeout(ANSWERED_WITHIN_MS, () => {
      reject(new Unanswered(`${attack.name}: no answer within ${ANSWERED_WITHIN_MS} ms`));
      asked.destroy();
    });
    asked.on('error', () => resolve({ status: 0, body: '' }));
    asked.end(body);
  });
}
