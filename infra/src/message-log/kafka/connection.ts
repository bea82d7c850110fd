import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import kafkajs, { type RetryOptions } from 'kafkajs';
import type { Logger } from '../../process/observability/log.ts';
import type { KafkaLogLine } from './log-lines.ts';
import { mendTimers } from './timers.ts';

// A CommonJS module whose named exports Node cannot all detect.
const { Kafka, logLevel } = kafkajs;
mendTimers();

export interface KafkaClientSettings {
  readonly brokers: readonly string[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly tls: boolean;
  readonly ca: string | undefined;
  readonly clientId: string;
  readonly log: Logger;
}

const CONNECT_WITHIN_MS = 3_000;
/** Longer than a server waits for its replicas. */
const REQUEST_WITHIN_MS = 15_000;
const KEEP_ALIVE_MS = 30_000;

export const SOON: RetryOptions = { retries: 2, initialRetryTime: 100, maxRetryTime: 300 };

/**
 * A client of the library whose sockets can be closed.
 * @param reachable return false to end even unlimited retries
 */
export function createConnection(
  settings: KafkaClientSettings,
  retry: RetryOptions,
  reachable: () => boolean,
  sayLine: (line: KafkaLogLine) => void,
) {
  const sockets = new Map<string, Set<Socket>>();
  const { username, password, mechanism, tls, ca, clientId } = settings;
  const sasl = username === undefined ? {} : { sasl: { mechanism, username, password: password ?? '' } as never };
  const kafka = new Kafka({
    clientId,
    // Without addresses the library cannot retry.
    brokers: async () => (reachable() ? [...settings.brokers] : []),
    ssl: tls ? (ca === undefined ? {} : { ca: [ca] }) : false,
    ...sasl,
    connectionTimeout: CONNECT_WITHIN_MS,
    authenticationTimeout: CONNECT_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    retry,
    logLevel: logLevel.INFO,
    logCreator: () => sayLine,
    socketFactory({ host, port, ssl, onConnect }) {
      const name = isIP(host) === 0 ? { servername: host } : {};
      const socket = ssl ? connectTls({ host, port, ...name, ...ssl }, onConnect) : connect({ host, port }, onConnect);
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      const address = `${host}:${port}`;
      const others = sockets.get(address) ?? new Set();
      sockets.set(address, others.add(socket));
      socket.once('close', () => others.delete(socket));
      return socket;
    },
  });
  return {
    kafka,
    /**
     * Closes the connections to a server that let a request time out: it may be gone without closing them, and the
     * library would keep waiting on the same connection.
     */
    hangUp(address: string): void {
      for (const socket of sockets.get(address) ?? []) socket.destroy(new Error('the server does not answer'));
    },
  };
}

export type KafkaConnection = ReturnType<typeof createConnection>;
