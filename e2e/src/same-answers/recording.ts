import { type Answer, type Caller, call, eventually } from '../api.ts';
import type { Line } from './line.ts';
import { createNormalizer } from './normalize.ts';

export interface Step extends Caller {
  /** The expected status: two products that fail alike do not pass. */
  readonly status: number;
  readonly body?: unknown;
  /** Repeats the request until this holds, for effects that appear with a delay. */
  readonly until?: (body: Answer['body'], headers: Headers) => boolean;
}

/** Sends requests to one product and records the answers. */
export interface Recording {
  /** @param request such as `GET /api/auth/me` */
  play(step: string, request: string, options: Step): Promise<Answer>;
  /** For requests that `play` cannot send. */
  send(step: string, status: number, ask: (origin: string) => Promise<Answer>): Promise<Answer>;
  /** A GraphQL operation that is expected to succeed, or to fail with these codes. */
  ask(
    step: string,
    query: string,
    options?: Caller & { readonly variables?: object; readonly codes?: readonly string[]; readonly status?: number },
  ): Promise<Answer['body']>;
  /** The answers since the last call of this method. */
  takeLines(): readonly Line[];
}

/** Headers of the transport, not of the answer. */
const TRAVEL = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

export function createRecording(name: string, origin: string): Recording {
  const normalize = createNormalizer(origin);
  let lines: Line[] = [];

  function keep(step: string, status: number, answer: Answer): Answer {
    if (answer.status !== status) {
      throw new Error(`${step}, ${name}: ${answer.status} and not ${status}: ${JSON.stringify(answer.body)}`);
    }
    const headers = Object.fromEntries([...answer.headers].filter(([header]) => !TRAVEL.has(header)));
    lines.push(normalize({ step, status, headers, body: answer.body }));
    return answer;
  }

  async function play(step: string, request: string, { status, body, until, ...caller }: Step): Promise<Answer> {
    const [method = '', path = ''] = request.split(' ');
    const ask = () => call(origin, method, path, body, caller);
    const answer =
      until === undefined
        ? await ask()
        : await eventually(ask, (seen) => seen.status === status && until(seen.body, seen.headers));
    return keep(step, status, answer);
  }

  return {
    play,
    send: async (step, status, ask) => keep(step, status, await ask(origin)),
    async ask(step, query, { variables, codes = [], status = 200, ...caller } = {}) {
      const { body } = await play(step, 'POST /graphql', { ...caller, status, body: { query, variables } });
      const found = (body.errors ?? []).map((error: { extensions?: { code?: string } }) => error.extensions?.code);
      if (JSON.stringify(found.sort()) !== JSON.stringify([...codes].sort())) {
        throw new Error(`${step}, ${name}: ${JSON.stringify(body)}`);
      }
      return body.data;
    },
    takeLines() {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
}
