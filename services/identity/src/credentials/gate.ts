import { DomainError } from '@volant/infra/errors/domain-error';

/** Who wants a task to run. */
export interface Turn {
  readonly network: string;
  /** They have proved before who they are, from this network or device. */
  readonly known: boolean;
}

/** For what an operator's command has hashed. */
export const OPERATOR: Turn = { network: 'operator', known: true };

/** Runs tasks, so many at a time; the rest wait in line. */
export type Gate = <T>(turn: Turn, task: () => Promise<T>) => Promise<T>;

export interface GateBounds {
  readonly concurrent: number;
  /** Places in line, for everybody together. */
  readonly waiting: number;
  /** Of these the places that strangers cannot take. */
  readonly keptForKnown: number;
  /** Places one network may take, once for its strangers and once for those who are known. */
  readonly share: number;
  /** Longest wait in line. */
  readonly patienceMs: number;
}

/** While both wait, two who are known go before each stranger: neither keeps the other out. */
const KNOWN_IN_A_ROW = 2;
const RETRY_AFTER_SECONDS = 2;

/**
 * Bounds what a flood of expensive tasks can take. Networks take turns, whatever each of them asks for; whoever finds
 * no place in line, or waits too long, is refused with UNAVAILABLE instead of a promise that would be kept too late
 * to be of use.
 */
export function createGate({ concurrent, waiting, keptForKnown, share, patienceMs }: GateBounds): Gate {
  const strangers = createLine();
  const known = createLine();
  let running = 0;
  let knownInARow = 0;

  function startNext(): boolean {
    const first = knownInARow < KNOWN_IN_A_ROW ? known : strangers;
    const line = first.size() > 0 ? first : first === known ? strangers : known;
    knownInARow = line === known ? knownInARow + 1 : 0;
    const start = line.take();
    start?.();
    return start !== undefined;
  }

  async function wait({ network, known: isKnown }: Turn): Promise<void> {
    const line = isKnown ? known : strangers;
    const full = isKnown ? known.size() + strangers.size() >= waiting : strangers.size() >= waiting - keptForKnown;
    if (full || line.sizeOf(network) >= share) throw new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.remove(network, start);
        reject(new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS));
      }, patienceMs);
      line.add(network, start);
    });
  }

  return async (turn, task) => {
    // The place of whoever leaves is handed over, so that `running` stays as it is.
    if (running < concurrent) running += 1;
    else await wait(turn);
    try {
      return await task();
    } finally {
      if (!startNext()) running -= 1;
    }
  };
}

/** Those who wait, by network; a network whose turn it was goes to the end. */
function createLine() {
  const networks = new Map<string, (() => void)[]>();
  let size = 0;
  return {
    size: () => size,
    sizeOf: (network: string) => networks.get(network)?.length ?? 0,
    add(network: string, start: () => void): void {
      const theirs = networks.get(network);
      if (theirs === undefined) networks.set(network, [start]);
      else theirs.push(start);
      size += 1;
    },
    take(): (() => void) | undefined {
      for (const [network, theirs] of networks) {
        const start = theirs.shift();
        networks.delete(network);
        if (theirs.length > 0) networks.set(network, theirs);
        size -= 1;
        return start;
      }
      return undefined;
    },
    remove(network: string, start: () => void): void {
      const left = (networks.get(network) ?? []).filter((each) => each !== start);
      if (left.length === 0) networks.delete(network);
      else networks.set(network, left);
      size -= 1;
    },
  };
}
