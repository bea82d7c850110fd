import pTimeout from 'p-timeout';
import type { Logger } from '../observability/log.ts';
import type { Notices } from './notices.ts';

export interface CheckedServer {
  readonly name: string;
  check(): Promise<void>;
  /** Log texts for when it goes away and comes back; those of a server by default. */
  readonly texts?: readonly [away: string, back: string];
}

export interface ReadinessParts {
  /** Servers the process depends on; read anew each time, as more of them are opened. */
  readonly servers: () => readonly CheckedServer[];
  /** Names of the servers without which it cannot serve any request; all of them by default. */
  readonly essential?: readonly string[];
  readonly notices?: Notices;
  readonly log: Logger;
}

export interface ReadinessReport {
  readonly status: 'starting' | 'ready' | 'unready' | 'stopping';
  /** Whether it accepts requests: it has started, is not stopping, and its essential servers answer. */
  readonly serving: boolean;
  /** Servers that do not answer. */
  readonly missing: readonly string[];
  /** What the operator should change; absent if there is nothing. */
  readonly warnings?: readonly string[];
}

export interface Readiness {
  /** State set by the process itself. */
  state: 'starting' | 'ready' | 'stopping';
  report(): Promise<ReadinessReport>;
}

const CACHED_FOR_MS = 1_000;
const PATIENCE_MS = 2_500;

/**
 * Checks the servers at most once a second, however many requests arrive, and logs when one goes away or comes back.
 */
export function createReadiness({ servers, essential, notices, log }: ReadinessParts): Readiness {
  let checked: { readonly at: number; readonly missing: Promise<readonly string[]> } | undefined;
  let before: readonly string[] = [];

  async function ask(): Promise<readonly string[]> {
    const answers = await Promise.all(
      servers().map(async ({ name, check }) => {
        try {
          await pTimeout(check(), { milliseconds: PATIENCE_MS });
          return [];
        } catch (error) {
          return [{ name, reason: error instanceof Error ? error.message : String(error) }];
        }
      }),
    );
    const silent = new Map(answers.flat().map(({ name, reason }) => [name, reason]));
    // During the start, the code that opens a server logs that it is waiting.
    if (readiness.state === 'ready') tellChanges(silent);
    return [...silent.keys()];
  }

  function tellChanges(silent: ReadonlyMap<string, string>): void {
    for (const { name, texts = [`${name} does not answer`, `${name} answers again`] } of servers()) {
      const reason = silent.get(name);
      if (reason !== undefined && !before.includes(name)) log.warn({ server: name, reason }, texts[0]);
      if (reason === undefined && before.includes(name)) log.info({ server: name }, texts[1]);
    }
    before = [...silent.keys()];
  }

  const readiness: Readiness = {
    state: 'starting',
    async report() {
      const now = performance.now();
      if (checked === undefined || now - checked.at > CACHED_FOR_MS) checked = { at: now, missing: ask() };
      const missing = await checked.missing;
      const { state } = readiness;
      return {
        status: state === 'ready' && missing.length > 0 ? 'unready' : state,
        serving: state === 'ready' && !missing.some((name) => essential?.includes(name) ?? true),
        missing,
        ...(notices === undefined || notices.sentences.size === 0 ? {} : { warnings: [...notices.sentences] }),
      };
    },
  };
  return readiness;
}
