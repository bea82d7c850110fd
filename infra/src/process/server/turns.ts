import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requests of one network that are handled at a time; the others wait, at most those of its connections. */
const UNDER_WAY_OF_NETWORK = 50;
/** Waiting requests of a network with which its new connections are not read yet. */
const CROWDED = 50;
/** Longest time that new connections go before requests, because Node accepts one per turn of its event loop. */
const ACCEPTING_MS = 50;
/** A body that takes longer loses its place if others of its network wait. */
const STALLED_MS = 10_000;
/** After its client has left, a request that never ends its response counts as under way for this long. */
const ABANDONED_MS = 10_000;

type Connection = IncomingMessage['socket'];

interface Turn {
  readonly network: Network;
  readonly request: IncomingMessage;
  readonly start: () => void;
  startedAt: number;
}

/** Its sets are in order of arrival. */
interface Network {
  readonly name: string;
  readonly waiting: Set<Turn>;
  readonly underWay: Set<Turn>;
  /** Connections that are not read yet, with what starts it. */
  readonly unread: Map<Connection, () => void>;
}

export interface Turns {
  /** Has new connections go before requests, for a while. */
  accepted(): void;
  isCrowded(network: string): boolean;
  /** Calls `read` when a crowded network has room. */
  readLater(network: string, connection: Connection, read: () => void): void;
  /** Calls `start` when it is the network's turn, unless the connection closes before. */
  wait(network: string, request: IncomingMessage, response: ServerResponse, start: () => void): void;
  /** Forgets a closed connection and its waiting requests. */
  leave(connection: Connection): void;
}

/**
 * Starts requests network by network, in turns. Node would handle everything that has arrived on all connections of one
 * client before it reads from the next client.
 */
export function createTurns(most = UNDER_WAY_OF_NETWORK): Turns {
  const networks = new Map<string, Network>();
  /** Networks that may start a request, in order of their turns. */
  const next = new Set<Network>();
  const turnsOf = new WeakMap<Connection, Set<Turn>>();
  let isScheduled = false;
  let isAccepting = false;
  let acceptingUntil = 0;

  function schedule(network: Network): void {
    if (network.waiting.size > 0 && network.underWay.size < most) next.add(network);
    else next.delete(network);
    if (next.size === 0 || isScheduled) return;
    isScheduled = true;
    // One request per turn of the event loop, after all data that has arrived is read, so that all networks take part.
    setImmediate(startOne);
  }

  function startOne(): void {
    if (isAccepting && performance.now() < acceptingUntil) {
      isAccepting = false;
      setImmediate(startOne);
      return;
    }
    isScheduled = false;
    acceptingUntil = performance.now() + ACCEPTING_MS;
    const [network] = next;
    const [turn] = network?.waiting ?? [];
    if (network === undefined || turn === undefined) return;
    // To the end of the line.
    next.delete(network);
    network.waiting.delete(turn);
    network.underWay.add(turn);
    turn.startedAt = performance.now();
    try {
      turn.start();
    } finally {
      schedule(network);
    }
  }

  function end(turn: Turn): void {
    const { network, request } = turn;
    turnsOf.get(request.socket)?.delete(turn);
    network.waiting.delete(turn);
    network.underWay.delete(turn);
    const isEmpty = network.waiting.size === 0 && network.underWay.size === 0;
    if (isEmpty) networks.delete(network.name);
    for (const [connection, read] of network.unread) {
      if (!isEmpty && network.waiting.size >= CROWDED) break;
      network.unread.delete(connection);
      read();
      if (!isEmpty) break;
    }
    schedule(network);
  }

  return {
    accepted() {
      isAccepting = true;
    },
    isCrowded: (name) => (networks.get(name)?.waiting.size ?? 0) >= CROWDED,
    readLater(name, connection, read) {
      networks.get(name)?.unread.set(connection, read);
    },
    wait(name, request, response, start) {
      const network: Network = networks.get(name) ?? {
        name,
        waiting: new Set(),
        underWay: new Set(),
        unread: new Map(),
      };
      const turn: Turn = { network, request, start, startedAt: 0 };
      networks.set(name, network);
      network.waiting.add(turn);
      turnsOf.set(request.socket, (turnsOf.get(request.socket) ?? new Set()).add(turn));
      whenEnded(response, () => end(turn));
      if (network.underWay.size >= most) endStalled(network);
      schedule(network);
    },
    leave(connection) {
      for (const { unread } of networks.values()) unread.delete(connection);
      for (const turn of turnsOf.get(connection) ?? []) {
        if (turn.network.underWay.has(turn)) setTimeout(end, ABANDONED_MS, turn).unref();
        else end(turn);
      }
    },
  };
}

/**
 * When the work of a request is done. The events of a response also depend on how fast its client reads, and are
 * missing after the client has left.
 */
function whenEnded(response: ServerResponse, done: () => void): void {
  const { end } = response;
  response.end = (...given: unknown[]) => {
    done();
    return Reflect.apply(end, response, given);
  };
}

/** A client could otherwise keep the others of its network waiting with bodies that never arrive. */
function endStalled({ underWay }: Network): void {
  const latest = performance.now() - STALLED_MS;
  for (const { request, startedAt } of underWay) {
    if (request.complete || startedAt > latest) continue;
    request.socket.destroy();
    return;
  }
}
