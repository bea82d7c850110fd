export const SERVER_NAMES = ['mongodb', 'kafka', 'clickhouse', 'redis', 's3', 'smtp'] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

/** Where the servers answer; the tests see the same shape as `TestServers`. */
export interface Addresses {
  readonly mongodb: { readonly url: string };
  readonly kafka: { readonly brokers: readonly string[] };
  readonly clickhouse: { readonly url: string; readonly username: string; readonly password: string };
  readonly redis: { readonly url: string };
  readonly s3: { readonly url: string; readonly accessKey: string; readonly secretKey: string };
  readonly smtp: { readonly url: string; readonly inboxUrl: string };
}

/** One server that can go and come back, at the same address and on the same data. */
export interface RunningServer {
  readonly name: ServerName;
  /** Process or container, for people; undefined while it does not run. */
  readonly id: string | undefined;
  /** Starts it again after `stop` or `kill`, and resolves once it answers. */
  start(): Promise<void>;
  /** Asks it to end and waits until it has. */
  stop(): Promise<void>;
  /** Ends it in the middle of whatever it is doing (SIGKILL). */
  kill(): Promise<void>;
  /** It keeps its connections and does nothing more, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** What the operator can read and act on: something missing on this machine, a server that does not start. */
export class ServersError extends Error {
  override readonly name = 'ServersError';

  constructor(sentence: string) {
    super(sentence);
    // Whoever prints it says what to do, and not where in our code it was noticed.
    this.stack = sentence;
  }
}

export type Say = (sentence: string) => void;

interface Launch {
  readonly command: readonly [program: string, ...args: readonly string[]];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Place {
  /** The server's own folder for its data. */
  readonly directory: string;
  /** The first is where clients connect; further ones are the server's own business. */
  readonly ports: readonly number[];
  readonly tls?: Certificate;
  readonly login?: Login;
  /** Port that Kafka names to its clients, where something stands before it; its own if not given. */
  readonly advertised?: number;
}

/** Whom alone a server serves. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** Files in PEM form. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** How one kind of server is had on a bare machine, and run. */
export interface ServerKind<N extends ServerName = ServerName> {
  readonly name: N;
  readonly portCount: number;
  /** Gets or builds whatever is needed and not there yet. May be called by many processes at once. */
  prepare(say: Say): Promise<void>;
  launch(place: Place): Promise<Launch>;
  address(place: Place): Addresses[N];
  /** True once clients are served; rejecting counts as not yet. */
  answers(place: Place): Promise<boolean>;
}

export interface RunningServers<N extends ServerName = ServerName> {
  /** Where they come from, as a sentence. */
  readonly origin: string;
  readonly addresses: Pick<Addresses, N>;
  readonly servers: Readonly<Record<N, RunningServer>>;
  /** Stops all of them. Their data stays. */
  stop(): Promise<void>;
}

export interface StartSettings<N extends ServerName> {
  /** All of them if not given. */
  readonly names?: readonly N[];
  /** Folder below which each keeps its data; starting again on it finds the same data. */
  readonly dataDirectory: string;
  /** Port for clients; a free one if not given. */
  readonly ports?: Partial<Record<ServerName, number>>;
  /** Go on when this process ends; not by default. */
  readonly outliveUs?: boolean;
  /** Speak TLS with this certificate; Kafka, Redis, MinIO and SMTP can. */
  readonly tls?: Certificate;
  /** Serve nobody else; Kafka and Redis can. Kafka knows it from the first start on its data. */
  readonly login?: Login;
  /** Port that Kafka names to its clients; its own if not given. */
  readonly advertised?: number;
  /** Never as containers: for whoever touches their files. */
  readonly asProcesses?: boolean;
  readonly say?: Say;
}

export function isServerName(name: string): name is ServerName {
  return SERVER_NAMES.some((known) => known === name);
}
