import { isIP } from 'node:net';
import { Redis, type RedisOptions } from 'ioredis';
import { tlsSettingError } from '../network/tls-problem.ts';
import { ServerUnreachable, SettingError } from '../process/settings/server-errors.ts';
import { defineScripts } from './redis-scripts.ts';

type Options = Omit<RedisOptions, 'replyMapping'>;

export interface RedisAddress {
  /** `redis://host:port/database`, or `rediss://` for TLS. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** Certificate of the authority that signed the server's, in PEM form; setting it turns TLS on. */
  readonly ca?: string;
}

/** Longer than Redis takes to answer, and too short to be noticed while a page loads. */
const PATIENCE_MS = 250;
const CHECK_WITHIN_MS = 1_500;
const CONNECT_WITHIN_MS = 3_000;
export const RECONNECT_EVERY_MS = 300;

/** Error replies of a server that is up but cannot serve now, or refuses us. */
const CANNOT_SERVE =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|MISCONF|OOM|BUSY|NOAUTH|WRONGPASS|NOPERM)\b/;

/** The server was not asked, or did not answer in time. The outcome of such a write is unknown. */
export class RedisAway extends Error {
  override readonly name = 'RedisAway';
}

/**
 * One connection that reconnects by itself. From the first sign of an outage until the server is fully back no command
 * is sent, so that commands do not each wait for a timeout.
 */
export class RedisConnection {
  readonly #redis: Redis;
  readonly #address: string;
  readonly #onLost: (reason: string) => void;
  readonly #onReturn: (redis: Redis) => Promise<void>;
  #opened = false;
  #away = false;
  #lastError: Error | undefined;

  /** @param onReturn runs before the server is used again; if it fails the client reconnects */
  constructor(address: RedisAddress, onLost: (reason: string) => void, onReturn: (redis: Redis) => Promise<void>) {
    const { host, options } = optionsOf(address);
    this.#address = host;
    this.#onLost = onLost;
    this.#onReturn = onReturn;
    this.#redis = new Redis({ ...options, retryStrategy: () => (this.#opened ? RECONNECT_EVERY_MS : null) });
    defineScripts(this.#redis);
    this.#redis.on('error', (error: Error) => {
      this.#lastError = error;
    });
    this.#redis.on('close', () => {
      if (this.#opened) this.#lose(this.#lastError?.message ?? 'the connection was closed');
    });
    this.#redis.on('ready', () => {
      if (this.#away) void this.#return();
    });
  }

  /** Makes one attempt. @throws SettingError, ServerUnreachable */
  async open(): Promise<void> {
    try {
      await this.#redis.connect();
      // If the server also accepts anonymous clients, a refused password alone does not fail the connection.
      if (this.#lastError !== undefined) throw this.#lastError;
      await answeredWithin(CHECK_WITHIN_MS, this.#redis.ping());
      this.#opened = true;
    } catch (error) {
      this.#redis.disconnect();
      throw openError(this.#lastError ?? error, this.#address, this.#redis.options.tls !== undefined);
    }
  }

  /** After `open` has failed: from now on the server is used as soon as it answers. */
  openLater(): void {
    this.#opened = true;
    this.#away = true;
    this.#redis.connect().catch(() => {
      // The client tries again by itself.
    });
  }

  /** @throws RedisAway if the server cannot be asked; other errors pass through */
  async ask<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    if (this.#away) throw new RedisAway('not connected');
    try {
      return await answeredWithin(PATIENCE_MS, command(this.#redis));
    } catch (error) {
      if (error instanceof Error && error.name === 'ReplyError' && !CANNOT_SERVE.test(error.message)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      this.#lose(reason);
      throw new RedisAway(reason, { cause: error });
    }
  }

  /** Rejects with a sentence if the server does not answer now. */
  async check(): Promise<void> {
    const reason = await this.#complaint();
    if (reason !== undefined) throw new Error(`Redis at ${this.#address} does not answer: ${reason}.`);
  }

  async close(): Promise<void> {
    this.#opened = false;
    if (!this.#away) {
      await answeredWithin(CHECK_WITHIN_MS, this.#redis.quit()).catch(() => {
        // Disconnecting without QUIT is fine.
      });
    }
    this.#redis.disconnect();
  }

  async #complaint(): Promise<string | undefined> {
    if (this.#away) return this.#lastError?.message ?? 'not connected';
    try {
      await answeredWithin(CHECK_WITHIN_MS, this.#redis.ping());
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #lose(reason: string): void {
    if (this.#away || !this.#opened) return;
    this.#away = true;
    this.#onLost(reason);
    // The connection of a hanging server emits no event; a new one reports when it is usable.
    if (this.#redis.status === 'ready') this.#redis.disconnect(true);
  }

  async #return(): Promise<void> {
    try {
      await this.#onReturn(this.#redis);
      this.#lastError = undefined;
      this.#away = false;
    } catch (error) {
      this.#lastError = error instanceof Error ? error : new Error(String(error));
      this.#redis.disconnect(true);
    }
  }
}

function optionsOf({ url, username, password, ca }: RedisAddress): { host: string; options: Options } {
  const parsed = new URL(url);
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const user = username ?? (decodeURIComponent(parsed.username) || undefined);
  const word = password ?? (decodeURIComponent(parsed.password) || undefined);
  const database = Number(parsed.pathname.slice(1) || 0);
  if (!Number.isInteger(database)) {
    throw new SettingError('VOLANT_REDIS_URL', `the database ${parsed.pathname.slice(1)} is not a number.`);
  }
  const tls = parsed.protocol === 'rediss:' || ca !== undefined;
  const options: Options = {
    host,
    port: Number(parsed.port || 6379),
    db: database,
    ...(user === undefined ? {} : { username: user }),
    ...(word === undefined ? {} : { password: word }),
    ...(tls ? { tls: { ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca === undefined ? {} : { ca }) } } : {}),
    lazyConnect: true,
    connectTimeout: CONNECT_WITHIN_MS,
    // For the client's own commands on connecting; ours are bounded by `ask`.
    commandTimeout: CHECK_WITHIN_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
  };
  return { host: parsed.host, options };
}

/** Rejects only after answers that have already arrived were read: this process itself may have been busy. */
async function answeredWithin<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      setImmediate(() => setImmediate(() => reject(new RedisAway(`no answer within ${ms} ms`))));
    }, ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

const REFUSALS = [
  [/WRONGPASS|invalid (?:username-)?password/i, 'VOLANT_REDIS_PASSWORD', 'refuses this user name and password'],
  [/NOAUTH/, 'VOLANT_REDIS_PASSWORD', 'wants a password'],
  [/NOPERM/, 'VOLANT_REDIS_USERNAME', 'does not permit this user a command that Volant needs'],
] as const;

function openError(error: unknown, address: string, encrypted: boolean): SettingError | ServerUnreachable {
  if (error instanceof SettingError) return error;
  const options = { cause: error };
  const message = error instanceof Error ? error.message : String(error);
  const [, setting, sentence] = REFUSALS.find(([pattern]) => pattern.test(message)) ?? [];
  if (setting !== undefined) return new SettingError(setting, `Redis at ${address} ${sentence}.`, options);
  const refused = tlsSettingError('REDIS', `Redis at ${address}`, error);
  if (refused !== undefined) return refused;
  // Redis closes the connection if TLS is spoken and not expected, or expected and not spoken.
  const hungUp = /ECONNRESET|Connection is closed/.test(message);
  const hint = encrypted ? '; does it speak TLS?' : hungUp ? '; does it want TLS?' : '';
  return new ServerUnreachable('Redis', `${address} does not answer (VOLANT_REDIS_URL): ${message}${hint}.`, options);
}
