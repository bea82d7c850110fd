import * as v from 'valibot';
import { parsed } from '../../api/parsed.ts';
import { type Receipt, receiptSchema } from './receipt.ts';
import { type Ride, rideSchema } from './rides-store.ts';

/*
 * All rides and receipts as one file: JSON with the parameters of the encryption and, as base64, the ciphertext of their
 * JSON text. The key is PBKDF2 (SHA-256) of the passphrase, the cipher AES-GCM of 256 bits.
 */

const ITERATIONS = 600_000;
const fileSchema = v.object({
  format: v.literal('volant-rides'),
  version: v.picklist([1, 2]),
  iterations: v.pipe(v.number(), v.integer(), v.minValue(100_000), v.maxValue(5_000_000)),
  salt: v.string(),
  iv: v.string(),
  data: v.string(),
});

export interface Backup {
  readonly rides: readonly Ride[];
  readonly receipts: readonly Receipt[];
}
const backupSchema = v.object({ rides: v.array(rideSchema), receipts: v.array(receiptSchema) });

/** Larger files are refused before they are read. */
export const LARGEST_BACKUP = 50 * 1024 * 1024;
/** The file is none of ours, or the passphrase is another one. */
class UnreadableBackup extends Error {}

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const typed = new TextEncoder().encode(passphrase);
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function base64(bytes: Uint8Array): string {
  // Engines limit the number of arguments.
  const parts = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * 8192, (index + 1) * 8192)),
  );
  return btoa(parts.join(''));
}

const bytesOf = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

export async function encryptedBackup(backup: Backup, passphrase: string): Promise<Blob> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyOf(passphrase, salt, ITERATIONS);
  const plain = new TextEncoder().encode(JSON.stringify(backup));
  const data = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  const parameters = { format: 'volant-rides', version: 2, iterations: ITERATIONS };
  const file = { ...parameters, salt: base64(salt), iv: base64(iv), data: base64(data) };
  return new Blob([JSON.stringify(file)], { type: 'application/json' });
}

/** @throws UnreadableBackup */
export async function decryptedBackup(text: string, passphrase: string): Promise<Backup> {
  try {
    const file = v.parse(fileSchema, JSON.parse(text));
    const key = await keyOf(passphrase, bytesOf(file.salt), file.iterations);
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytesOf(file.iv) }, key, bytesOf(file.data));
    const data: unknown = JSON.parse(new TextDecoder().decode(plain));
    // Version 1 was a list of rides.
    const backup = parsed(backupSchema, Array.isArray(data) ? { rides: data, receipts: [] } : data);
    if (backup !== undefined) return backup;
  } catch (cause) {
    throw new UnreadableBackup('the file cannot be read', { cause });
  }
  throw new UnreadableBackup('the file has other contents');
}
