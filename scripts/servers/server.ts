export const SERVER_NAMES = ['mongodb', 'kafka', 'clickhouse', 'redis', 's3', 'smtp'] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

/** Addresses of the servers, in the same shape as the tests' `TestServers`. */
export interface Addresses {
  readonly mongodb: { readonly url: string };
  readonly kafka: { readonly brokers: readonly string[] };
  readonly clickhouse: { readonly url: string; readonly username: string; readonly password: string };
  readonly redis: { readonly url: string };
  readonly s3: { readonly url: string; readonly accessKey: string; readonly secretKey: string };
  readonly smtp: { readonly url: string; readonly inboxUrl: string };
}

/** A server that can stop and start again with the same address and data. */
export interface RunningServer {
  readonly name: ServerName;
  /** Process or container id, for display; undefined while it does not run. */
  readonly id: string | undefined;
  /** Starts it again after `stop` or `kill`; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it with SIGTERM and waits until it has ended. */
  stop(): Promise<void>;
  /** Ends it at once (SIGKILL). */
  kill(): Promise<void>;
  /** Halts it until `resume`; it keeps its connections. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** An error that the operator can act on: a missing program, or a server that does not start. */
export class ServersError extends Error {
  override readonly name = 'ServersError';

  constructor(sentence: string) {
    super(sentence);
    // The message says what to do; a stack would only add noise.
    this.stack = sentence;
  }
}

export type Say = (sentence: string) => void;

interface Launch {
  readonly command: readonly [program: string, ...args: readonly string[]];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Place {
  /** Data folder of the server. */
  readonly directory: string;
  /** The first port is for clients, further ones are internal. */
  readonly ports: readonly number[];
  readonly tls?: Certificate;
  readonly login?: Login;
}

/** The only login that a server accepts. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** Paths of PEM files. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** How to install and run one kind of server without containers. */
export interface ServerKind<N extends ServerName = ServerName> {
  readonly name: N;
  readonly portCount: number;
  /** Downloads or builds missing parts. Several processes may call it at the same time. */
  prepare(say: Say): Promise<void>;
  launch(place: Place): Promise<Launch>;
  address(place: Place): Addresses[N];
  /** True when the server accepts requests; rejecting counts as not yet. */
  answers(place: Place): Promise<boolean>;
}

export interface RunningServers<N extends ServerName = ServerName> {
  /** How they were started, for display. */
  readonly origin: string;
  readonly addresses: Pick<Addresses, N>;
  readonly servers: Readonly<Record<N, RunningServer>>;
  /** Stops all servers and keeps their data. */
  stop(): Promise<void>;
}

export interface StartSettings<N extends ServerName> {
  /** By default all servers. */
  readonly names?: readonly N[];
  /** Folder with a data folder for each server; a later start finds the same data. */
  readonly dataDirectory: string;
  /** Ports for clients; by default free ports. */
  readonly ports?: Partial<Record<ServerName, number>>;
  /** Whether they keep running when this process ends; by default they do not. */
  readonly outliveUs?: boolean;
  /** Use TLS with this certificate; supported by Kafka, Redis, MinIO and SMTP. */
  readonly tls?: Certificate;
  /** Require this login; supported by Kafka and Redis. Kafka stores it at the first start on its data. */
  readonly login?: Login;
  /** Never use containers: for tests that read or change the servers' files. */
  readonly asProcesses?: boolean;
  readonly say?: Say;
}

export function isServerName(name: string): name is ServerName {
  return SERVER_NAMES.some((known) => known === name);
}
