import type { Logger } from '../process/observability/log.ts';
import { ServerUnreachable } from '../process/settings/server-errors.ts';
import { runAll } from '../process/waiting/run-all.ts';
import { waitFor } from '../process/waiting/waiting.ts';

/** An adapter of a real server; embedded adapters always answer. */
export interface Checked {
  /** Rejects with a sentence if the server does not answer now. */
  check(): Promise<void>;
}

/** A server that a process depends on. */
export interface StandingServer extends Checked {
  /** Name shown to operators, such as `Kafka`. */
  readonly name: string;
}

export interface Opened extends Partial<Checked> {
  close(): Promise<void>;
}

/** Everything a process has opened, in order, and the servers it still waits for. */
export function createStandingServers(log: Logger, signal: AbortSignal) {
  const servers: StandingServer[] = [];
  const opened: Opened[] = [];
  const closing = new AbortController();
  return {
    /** Opens a real server, waiting as long as it takes. */
    async open<T extends Opened>(name: string, open: () => Promise<T>): Promise<T> {
      let check = (): Promise<void> => Promise.reject(new Error(`${name} has not answered yet`));
      servers.push({ name, check: () => check() });
      const adapter = await waitFor(open, { server: name, log, signal });
      check = async () => adapter.check?.();
      opened.push(adapter);
      return adapter;
    },
    /**
     * Opens a real server that the process can start without. If it does not answer the first time, it is opened
     * meanwhile, and the returned function fails.
     * @throws SettingError of the first attempt
     */
    async openMeanwhile<T extends Opened>(name: string, open: () => Promise<T>): Promise<() => T> {
      let adapter: T | undefined;
      let problem: unknown;
      servers.push({ name, check: async () => current().check?.() });
      function current(): T {
        if (adapter === undefined) throw problem;
        return adapter;
      }
      async function found(opening: T): Promise<void> {
        if (closing.signal.aborted) return opening.close();
        adapter = opening;
        opened.push(opening);
      }
      try {
        await found(await open());
      } catch (error) {
        if (!(error instanceof ServerUnreachable)) throw error;
        problem = error;
        const stop = AbortSignal.any([signal, closing.signal]);
        waitFor(open, { server: name, log, signal: stop })
          .then(found)
          .catch((cause: unknown) => {
            problem = cause;
            if (!stop.aborted) log.error({ err: cause, server: name }, `${name} cannot be used`);
          });
      }
      return current;
    },
    /** Registers an adapter, to be closed with the rest; with a name, it is that of a server and checked. */
    keep<T extends Opened>(adapter: T, name?: string): T {
      opened.push(adapter);
      if (name !== undefined) servers.push({ name, check: async () => adapter.check?.() });
      return adapter;
    },
    list: (): readonly StandingServer[] => servers,
    /** Closes in the reverse order of opening, and closes the rest even if one fails. */
    async close(): Promise<void> {
      closing.abort();
      await runAll(
        opened
          .splice(0)
          .reverse()
          .map((adapter) => () => adapter.close()),
      );
    },
  };
}
