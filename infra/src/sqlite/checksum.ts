import { crc32 } from 'node:zlib';

/** A value of a column. */
export type Value = string | number | null | Uint8Array;

/** CRC-32 of the values of a row; the last column of each table holds that of the others. */
export function checksumOf(values: readonly Value[]): number {
  let sum = 0;
  for (const value of values) {
    sum = value instanceof Uint8Array ? crc32(value, sum) : crc32(value === null ? '\0\0' : `${value}\0`, sum);
  }
  return sum;
}

export function isWhole(row: readonly Value[]): boolean {
  return row.at(-1) === checksumOf(row.slice(0, -1));
}
