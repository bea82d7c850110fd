import type { Logger } from '../process/observability/log.ts';
import { stopAll } from '../process/shell/stop-all.ts';
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
export interface StandingServers {
  /** Opens a real server, waiting as long as it takes. */
  open<T extends Opened>(name: string, open: () => Promise<T>): Promise<T>;
  /** Registers an embedded adapter, to be closed with the rest. */
  keep<T extends Opened>(opened: T): T;
  list(): readonly StandingServer[];
  /** Closes in the reverse order of opening, and closes the rest even if one fails. */
  close(): Promise<void>;
}

export function createStandingServers(log: Logger, signal: AbortSignal): StandingServers {
  const servers: StandingServer[] = [];
  const opened: Opened[] = [];
  return {
    async open(name, open) {
      let check = (): Promise<void> => Promise.reject(new Error(`${name} has not answered yet`));
      servers.push({ name, check: () => check() });
      const adapter = await waitFor(open, { server: name, log, signal });
      check = async () => adapter.check?.();
      opened.push(adapter);
      return adapter;
    },
    keep(adapter) {
      opened.push(adapter);
      return adapter;
    },
    list: () => servers,
    async close() {
      await stopAll(
        opened
          .splice(0)
          .reverse()
          .map((adapter) => () => adapter.close()),
      );
    },
  };
}
