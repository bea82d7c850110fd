import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client } from 'minio';
import pTimeout from 'p-timeout';
import type { Checked } from '../adapters/standing-servers.ts';
import { type DomainError, unavailable } from '../errors/domain-error.ts';
import type { Logger } from '../process/observability/log.ts';
import { SettingError } from '../process/settings/server-errors.ts';
import { assertStorable, isKey } from './object-key.ts';
import type { Objects } from './objects.ts';
import { codeOf, openError } from './s3-errors.ts';

export interface S3Settings {
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Created if missing. */
  readonly bucket: string;
  /** Default: read from the server. */
  readonly region?: string;
  /** Certificate of the server's certificate authority, in PEM form. */
  readonly ca?: string;
  readonly log: Logger;
}

export type S3Objects = Objects & Checked;

const OPEN_WITHIN_MS = 5_000;
const CHECK_WITHIN_MS = 1_500;
const ANSWER_WITHIN_MS = 15_000;

/**
 * Objects in a bucket. An object is sent in one request of known length, which the server stores completely or not at
 * all.
 * @throws SettingError, ServerUnreachable if the bucket cannot be used
 */
export async function openS3Objects(settings: S3Settings): Promise<S3Objects> {
  const { url, bucket, log } = settings;
  const address = new URL(url);
  const agent = agentFor(address, settings.ca);
  const client = clientFor(address, settings, agent);

  function answered<T>(work: Promise<T>, milliseconds = ANSWER_WITHIN_MS): Promise<T> {
    const fallback = () => {
      // A hanging server blocks the other requests of these connections as well; new requests open new ones.
      agent.destroy();
      throw new Error(`no answer within ${milliseconds / 1_000} s`);
    };
    return pTimeout(work, { milliseconds, fallback });
  }

  async function orUnavailable<T>(what: string, work: Promise<T>): Promise<T> {
    try {
      return await answered(work);
    } catch (cause) {
      throw refused(what, cause);
    }
  }

  function refused(what: string, cause: unknown): DomainError {
    log.warn({ code: codeOf(cause), reason: cause instanceof Error ? cause.message : String(cause) }, what);
    return unavailable(cause);
  }

  try {
    await answered(ensureBucket(client, bucket, settings.region), OPEN_WITHIN_MS);
  } catch (error) {
    agent.destroy();
    throw openError(error, address.host);
  }

  return {
    async put(key, { body, contentType }) {
      assertStorable(key, contentType);
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      const sent = client.putObject(bucket, key, bytes, bytes.length, { 'Content-Type': contentType });
      await orUnavailable('an object was not stored', sent);
    },

    async get(key) {
      if (!isKey(key)) return undefined;
      return orUnavailable('an object was not read', read(client, bucket, key));
    },

    async delete(key) {
      if (!isKey(key)) return;
      await orUnavailable('an object was not deleted', client.removeObject(bucket, key));
    },

    async *list(prefix) {
      const found = client.listObjectsV2(bucket, prefix, true) as AsyncIterable<{ readonly name?: string }>;
      const names = found[Symbol.asyncIterator]();
      try {
        for (let next = await answered(names.next()); !next.done; next = await answered(names.next())) {
          const { name } = next.value;
          if (name !== undefined && isKey(name)) yield name;
        }
      } catch (cause) {
        throw refused('objects were not listed', cause);
      }
    },

    async check() {
      try {
        await answered(client.bucketExists(bucket), CHECK_WITHIN_MS);
      } catch (error) {
        throw openError(error, address.host);
      }
    },

    async close() {
      agent.destroy();
    },
  };
}

function agentFor({ protocol }: URL, ca: string | undefined): Agent {
  const options = { keepAlive: true };
  return protocol === 'https:' ? new TlsAgent({ ...options, ...(ca === undefined ? {} : { ca }) }) : new Agent(options);
}

function clientFor(address: URL, { accessKey, secretKey, region, ca }: S3Settings, transportAgent: Agent): Client {
  const useSSL = address.protocol === 'https:';
  if (ca !== undefined && !useSSL) {
    throw new SettingError('VOLANT_S3_TLS_CA_FILE', `means nothing beside ${address.origin}: write https.`);
  }
  return new Client({
    endPoint: address.hostname.replace(/^\[|\]$/g, ''),
    port: Number(address.port || (useSSL ? 443 : 80)),
    useSSL,
    accessKey,
    secretKey,
    transportAgent,
    ...(region === undefined ? {} : { region }),
    // A caller is waiting and can retry by itself.
    retryOptions: { disableRetry: true },
  });
}

async function ensureBucket(client: Client, bucket: string, region: string | undefined): Promise<void> {
  let exists: boolean;
  try {
    exists = await client.bucketExists(bucket);
  } catch (error) {
    // The response to this HEAD request has no body, and so no error code: another request finds out whether the keys
    // are wrong.
    if (codeOf(error) === 'AccessDenied') await client.listBuckets();
    throw error;
  }
  if (exists) return;
  try {
    await client.makeBucket(bucket, region);
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error;
  }
}

async function read(client: Client, bucket: string, key: string) {
  let stream: Readable;
  try {
    stream = await client.getObject(bucket, key);
  } catch (error) {
    if (codeOf(error) === 'NoSuchKey') return undefined;
    throw error;
  }
  const body = new Uint8Array(await buffer(stream));
  const headers = headersOf(stream);
  if (Number(headers['content-length']) !== body.length) throw new Error('the object arrived cut short');
  return { body, contentType: headers['content-type'] ?? 'application/octet-stream' };
}

/** The client returns the response itself, so the headers belong to these very bytes. */
function headersOf(stream: Readable): Readonly<Record<string, string | undefined>> {
  return 'headers' in stream ? (stream.headers as Record<string, string | undefined>) : {};
}
