import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { WIDER } from '../../cache/network-limit.ts';
import { parseAddress, parseRanges } from '../../network/address.ts';
import { clientOf } from '../../network/client-address.ts';
import { networksOf } from '../../network/networks.ts';
import { createTurns } from './turns.ts';

/** Generous, because thousands of phones may share one carrier address. */
const CONNECTIONS_OF_NETWORK = 512;
const CONNECTIONS = 8_192;
/** Pipelined requests that wait for earlier responses: browsers send none, some libraries a few. */
const REQUESTS_AHEAD = 6;
/** Delay of the end of a connection with more requests. */
const CLOSED_AFTER_MS = 2_000;
/** The rest is for files, databases and other servers. */
const SHARE_OF_OPEN_FILES = 0.75;

export interface ConnectionBounds {
  readonly total?: number;
  /** Connections per network; the /48 around it may have 16 times as many. */
  readonly ofNetwork?: number;
  /** Requests that are handled at a time, per network of their clients. */
  readonly underWay?: number;
  /** Their connections carry requests of many clients, so they count only towards the total. */
  readonly trustedProxies?: readonly string[];
}

/** Internal fields that Node keeps on a connection. */
interface ServedSocket extends Socket {
  /** Response to the current request. */
  readonly _httpMessage?: (ServerResponse & { readonly req: IncomingMessage }) | null;
  /** The parser calls it with each request; returning 2 tells it that HTTP ends here. */
  readonly parser?: { onIncoming: (request: IncomingMessage) => number } | null;
  /** The parser takes its data directly, so `pause` has no effect. */
  readonly _handle?: { readStop(): void; readStart(): void } | null;
}

/** In order of arrival. */
type Group = Set<ServedSocket>;

/** For proxies, and for clients that left before they were accepted. */
const NO_NETWORK = [''];

/**
 * Prevents one network, and all networks together, from exhausting the process's file descriptors. At a limit the
 * fullest network loses a connection, so that others still get in: its oldest idle one, otherwise the oldest that waits
 * for its client; if the server is working for all of them, the new connection is refused. Networks take turns, and
 * only some requests of each are handled at a time. Also closes connections whose client does not read its response, or
 * pipelines many requests.
 */
export function boundConnections(server: Server, bounds: ConnectionBounds = {}): void {
  const { total = connectionsAllowed(), ofNetwork = CONNECTIONS_OF_NETWORK, trustedProxies = [] } = bounds;
  const proxies = parseRanges(trustedProxies);
  const turns = createTurns(bounds.underWay);
  const networksBySocket = new Map<ServedSocket, readonly string[]>();
  const groups = new Map<string, Group>();
  const aheadBySocket = new WeakMap<ServedSocket, number>();

  function networksOfPeer({ remoteAddress = '' }: Socket): readonly string[] {
    const address = parseAddress(remoteAddress);
    return address === undefined || proxies.contains(address) ? NO_NETWORK : networksOf(address);
  }

  /** The widest network of the client, because one customer may own all networks in it. */
  function clientNetwork({ socket, headers }: IncomingMessage): string {
    const ofPeer = networksBySocket.get(socket);
    if (ofPeer !== undefined && ofPeer !== NO_NETWORK) return ofPeer.at(-1) ?? '';
    return networksOf(clientOf(socket.remoteAddress, headers, proxies).address).at(-1) ?? '';
  }

  function leave(socket: ServedSocket): void {
    for (const network of networksBySocket.get(socket) ?? []) {
      const group = groups.get(network);
      group?.delete(socket);
      if (group?.size === 0) groups.delete(network);
    }
    networksBySocket.delete(socket);
  }

  function join(network: string, socket: ServedSocket): Group {
    const group: Group = groups.get(network) ?? new Set();
    groups.set(network, group.add(socket));
    return group;
  }

  function makeRoom(group: Group, newest: ServedSocket): void {
    const ended = firstOf(group, isIdle) ?? firstOf(group, waitsForClient) ?? newest;
    // Removed at once, because its `close` event may come after the next connection.
    leave(ended);
    ended.destroy();
  }

  server.on('connection', (socket: ServedSocket) => {
    const networks = networksOfPeer(socket);
    networksBySocket.set(socket, networks);
    socket.once('close', () => {
      leave(socket);
      turns.leave(socket);
    });
    let most = networks === NO_NETWORK ? Number.POSITIVE_INFINITY : ofNetwork;
    for (const group of networks.map((network) => join(network, socket))) {
      if (group.size > most) makeRoom(group, socket);
      most *= WIDER;
    }
    if (networksBySocket.size > total) makeRoom(fullest(groups.values()), socket);
    turns.accepted();
    const widest = networks.at(-1) ?? '';
    if (networks !== NO_NETWORK && turns.isCrowded(widest)) {
      socket._handle?.readStop();
      turns.readLater(widest, socket, () => socket._handle?.readStart());
    }
  });

  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const socket: ServedSocket = request.socket;
    const ahead = socket._httpMessage === response ? 0 : (aheadBySocket.get(socket) ?? 0) + 1;
    if (ahead === 0) aheadBySocket.delete(socket);
    else aheadBySocket.set(socket, ahead);
    if (ahead > REQUESTS_AHEAD) refuseRest(socket);
    else
      turns.wait(clientNetwork(request), request, response, () => {
        for (const handle of handlers) Reflect.apply(handle, server, [request, response]);
      });
  });

  server.on('timeout', (socket: ServedSocket) => {
    // A slow response of the server itself is not the client's fault.
    if (isIdle(socket) || socket.writableLength > 0) socket.destroy();
  });
}

function isIdle({ _httpMessage: answer }: ServedSocket): boolean {
  return answer === undefined || answer === null;
}

/**
 * The parser would go on with a thousand more requests that were already received. The connection is closed later,
 * because its client would open the next one at once.
 */
function refuseRest(socket: ServedSocket): void {
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket._handle?.readStop();
  setTimeout(() => socket.destroy(), CLOSED_AFTER_MS).unref();
}

/** The client has not sent the rest of its request, or not read the response. */
function waitsForClient({ _httpMessage: answer, writableLength }: ServedSocket): boolean {
  return answer?.req.complete === false || writableLength > 0;
}

function firstOf(group: Group, holds: (socket: ServedSocket) => boolean): ServedSocket | undefined {
  for (const socket of group) if (holds(socket)) return socket;
  return undefined;
}

function fullest(groups: Iterable<Group>): Group {
  let found: Group = new Set();
  for (const group of groups) if (group.size > found.size) found = group;
  return found;
}

/** Fewer if the process's limit of open files is low. */
function connectionsAllowed(): number {
  const limits = '/proc/self/limits';
  const [, files] = (existsSync(limits) && /^Max open files +(\d+)/m.exec(readFileSync(limits, 'utf8'))) || [];
  return files === undefined ? CONNECTIONS : Math.min(CONNECTIONS, Math.floor(Number(files) * SHARE_OF_OPEN_FILES));
}
