import { DomainError } from '@volant/infra/errors/domain-error';

/** Requester of a task. */
export interface Turn {
  readonly network: string;
  /** The person has proved their identity before, from this network or device. */
  readonly known: boolean;
}

/** Requester of hashing in operator commands. */
export const OPERATOR: Turn = { network: 'operator', known: true };

/** Runs a bounded number of tasks at a time; the rest wait in a queue. */
export type Gate = <T>(turn: Turn, task: () => Promise<T>) => Promise<T>;

export interface GateBounds {
  readonly concurrent: number;
  /** Queue places for all requesters together. */
  readonly waiting: number;
  /** How many of these places strangers cannot take. */
  readonly reservedForKnown: number;
  /** Places per network, once for its strangers and once for its known requesters. */
  readonly share: number;
  /** Longest wait in the queue. */
  readonly patienceMs: number;
}

/** While both kinds wait, two known requesters go before each stranger, so that neither starves. */
const KNOWN_IN_A_ROW = 2;
const RETRY_AFTER_SECONDS = 2;

/**
 * Bounds the cost of a flood of expensive tasks. Networks take turns, however many tasks each of them requests. A task
 * that finds no place in the queue, or waits too long, is refused with UNAVAILABLE, because a later result would be of
 * no use.
 */
export function createGate({ concurrent, waiting, reservedForKnown, share, patienceMs }: GateBounds): Gate {
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
    const full = isKnown ? known.size() + strangers.size() >= waiting : strangers.size() >= waiting - reservedForKnown;
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
    // A finished task hands its place over, so `running` stays unchanged.
    if (running < concurrent) running += 1;
    else await wait(turn);
    try {
      return await task();
    } finally {
      if (!startNext()) running -= 1;
    }
  };
}

/** Waiting tasks by network; a network goes to the end after its turn. */
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
