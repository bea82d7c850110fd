const LONGEST_KEY = 1024;

/** Whether every adapter can use it as a key. Under what is none nothing can ever have been kept. */
export function isKey(key: string): boolean {
  return key !== '' && !key.includes('\0') && Buffer.byteLength(key) <= LONGEST_KEY;
}

/** @throws RangeError for what not every adapter can use as a key */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`a key must have 1 to ${LONGEST_KEY} bytes and no null character`);
}
