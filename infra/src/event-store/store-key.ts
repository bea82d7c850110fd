const LONGEST_KEY = 1024;

/** @throws RangeError for what not every adapter can use as a key */
export function checkKey(key: string): void {
  if (key === '' || key.includes('\0') || Buffer.byteLength(key) > LONGEST_KEY) {
    throw new RangeError(`a key must have 1 to ${LONGEST_KEY} bytes and no null character`);
  }
}
