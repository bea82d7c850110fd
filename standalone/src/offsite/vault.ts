import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Objects } from '@volant/infra/objects/objects';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { jsonOf } from '@volant/infra/text/json-of';
import { z } from 'zod';

/**
 * An object is `VOLB1`, a nonce of 12 bytes, the gzipped content encrypted with AES-256-GCM, and the tag of 16 bytes;
 * the object's key is its additional data, so that no object can stand for another one. The encryption key is scrypt of
 * the passphrase with what `key.json` says.
 */
const MAGIC = Buffer.from('VOLB1');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_FILE = 'key.json';
const PROOF = 'Volant';
/** Largest content of one object; larger ones are refused when they are read, whatever a damaged object says. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;
const COST = { N: 2 ** 17, r: 8, p: 1 };
const CONTENT_TYPE = 'application/octet-stream';

const keyFile = z.object({
  format: z.literal(1),
  salt: z.base64(),
  N: z
    .number()
    .int()
    .max(2 ** 20),
  r: z.number().int().max(32),
  p: z.number().int().max(16),
  /** An object that only the right key opens. */
  proof: z.base64(),
});

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Reads and writes encrypted objects of one place. */
export interface Vault {
  put(key: string, content: Uint8Array): Promise<void>;
  /** @throws OperatorError if the object is missing, damaged, or of another key */
  get(key: string): Promise<Buffer>;
  delete(key: string): Promise<void>;
  /** Keys that begin with `prefix`, sorted. */
  list(prefix: string): Promise<readonly string[]>;
  /** What was sent since the vault was opened. */
  readonly sent: { requests: number; bytes: number };
  close(): Promise<void>;
}

/**
 * @param create whether a place without backups becomes one
 * @throws OperatorError if the passphrase is not that of the backups, or there are none
 */
export async function openVault(objects: Objects, passphrase: string, create: boolean): Promise<Vault> {
  const sent = { requests: 0, bytes: 0 };
  const secret = await secretOf(objects, passphrase, create);
  return {
    sent,
    async put(key, content) {
      const body = seal(secret, key, await compress(content, { level: 6 }));
      sent.requests += 1;
      sent.bytes += body.length;
      await objects.put(key, { body, contentType: CONTENT_TYPE });
    },
    async get(key) {
      const found = await objects.get(key);
      if (found === undefined) throw new OperatorError(`The object ${key} of the backup is missing.`);
      try {
        return await decompress(unseal(secret, key, found.body), { maxOutputLength: MAX_CONTENT_BYTES });
      } catch {
        throw new OperatorError(`The object ${key} of the backup is damaged: it cannot be decrypted.`);
      }
    },
    async delete(key) {
      sent.requests += 1;
      await objects.delete(key);
    },
    async list(prefix) {
      const keys: string[] = [];
      for await (const key of objects.list(prefix)) keys.push(key);
      // A page of a list has up to 1,000 keys.
      sent.requests += 1 + Math.floor(keys.length / 1_000);
      return keys.sort();
    },
    close: () => objects.close(),
  };
}

async function secretOf(objects: Objects, passphrase: string, create: boolean): Promise<Buffer> {
  const found = await objects.get(KEY_FILE);
  if (found === undefined) {
    if (!create) throw new OperatorError(`There are no backups of Volant: ${KEY_FILE} is missing.`);
    const salt = randomBytes(16);
    const secret = await derive(passphrase, salt, COST);
    const proof = seal(secret, KEY_FILE, Buffer.from(PROOF)).toString('base64');
    const body = Buffer.from(JSON.stringify({ format: 1, salt: salt.toString('base64'), ...COST, proof }));
    await objects.put(KEY_FILE, { body, contentType: 'application/json' });
    return secret;
  }
  const read = keyFile.safeParse(jsonOf(Buffer.from(found.body).toString()));
  if (!read.success) throw new OperatorError(`${KEY_FILE} of the backups is damaged, or of a later version.`);
  const secret = await derive(passphrase, Buffer.from(read.data.salt, 'base64'), read.data);
  try {
    unseal(secret, KEY_FILE, Buffer.from(read.data.proof, 'base64'));
  } catch {
    throw new OperatorError('VOLANT_OFFSITE_PASSPHRASE: the backups there were encrypted with another passphrase.');
  }
  return secret;
}

function derive(passphrase: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> {
  const maxmem = 256 * N * r;
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, KEY_BYTES, { N, r, p, maxmem }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function seal(secret: Buffer, key: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(key));
  return Buffer.concat([MAGIC, nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function unseal(secret: Buffer, key: string, body: Uint8Array): Buffer {
  const start = MAGIC.length + NONCE_BYTES;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length < start + TAG_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('no object');
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(MAGIC.length, start), {
    authTagLength: TAG_BYTES,
  }).setAAD(Buffer.from(key));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(start, -TAG_BYTES)), decipher.final()]);
}
