import { Agent, request } from 'node:http';
import { someAddress } from '../api.ts';

/** A request that tries to stop the product or to cause an internal error. */
export interface Attack {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly token?: string | undefined;
  /** An additional check: the fault of the answer, or undefined. */
  readonly also?: (answer: AttackAnswer) => string | undefined;
}

export interface AttackAnswer {
  /** 0 if the connection ended without an answer. */
  readonly status: number;
  readonly body: string;
}

const CONNECTIONS = new Agent({ keepAlive: true, maxSockets: 16 });
/** Only a blocked product takes this long. */
const ANSWERED_WITHIN_MS = 20_000;

export class Unanswered extends Error {}

/** Sends the attack from a new address and resolves with the answer. */
export function send(origin: string, attack: Attack): Promise<AttackAnswer> {
  const { method, path, headers, body, token } = attack;
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request(
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
    sent.setTimeout(ANSWERED_WITHIN_MS, () => {
      reject(new Unanswered(`${attack.name}: no answer within ${ANSWERED_WITHIN_MS} ms`));
      sent.destroy();
    });
    sent.on('error', () => resolve({ status: 0, body: '' }));
    sent.end(body);
  });
}

const STACK = /\.[jt]s:\d+:\d+|node_modules|stacktrace/i;

/** The fault of an answer, by checks that apply to every request; undefined if there is none. */
export function faultOf(
  { path }: Attack,
  { status, body }: AttackAnswer,
  codes: ReadonlySet<string>,
): string | undefined {
  if (status === 0) return 'no answer';
  if (status >= 500 || status < 200) return `${status} ${body.slice(0, 200)}`;
  if (STACK.test(body) && !path.startsWith('/api/docs')) return `a stack: ${body.slice(0, 300)}`;
  const given = path.startsWith('/graphql')
    ? graphqlCodes(body)
    : status < 400 || !isData(path)
      ? []
      : [restCode(body)];
  const unknown = given.find((code) => code === undefined || code === 'INTERNAL' || !codes.has(code));
  if (given.length === 0 || given.every((code) => code !== undefined && code !== 'INTERNAL' && codes.has(code))) {
    return undefined;
  }
  return `the code ${unknown}: ${status} ${body.slice(0, 200)}`;
}

function isData(path: string): boolean {
  return path.startsWith('/api/');
}

function restCode(body: string): string | undefined {
  const { success, error, code } = parsed(body);
  return success === false && typeof error === 'string' && error !== '' ? String(code) : undefined;
}

function graphqlCodes(body: string): readonly (string | undefined)[] {
  const { errors, ...rest } = parsed(body);
  if (Array.isArray(errors)) return errors.map((error) => error?.extensions?.code);
  return Object.hasOwn(rest, 'data') ? [] : [restCode(body)];
}

function parsed(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
