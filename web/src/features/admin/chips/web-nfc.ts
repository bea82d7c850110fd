/** The part of Web NFC that is used here; only Chrome on Android has it. */
interface NdefReader extends EventTarget {
  write(message: { records: readonly { recordType: 'url'; data: string }[] }, options: Options): Promise<void>;
  scan(options: Options): Promise<void>;
  makeReadOnly(options: Options): Promise<void>;
}
interface Options {
  readonly signal: AbortSignal;
}
interface ReadingEvent extends Event {
  readonly serialNumber: string;
  readonly message: { readonly records: readonly { readonly recordType: string; readonly data?: DataView }[] };
}

declare global {
  interface Window {
    NDEFReader?: new () => NdefReader;
  }
}

export function hasNfc(): boolean {
  return window.NDEFReader !== undefined;
}

export type NfcStep = 'write' | 'verify' | 'lock' | 'check' | 'compare';

/** The card in range has other content. */
export class OtherCardError extends Error {}

/** The chip of the card leads to another page than its code. */
export class DifferentChipError extends Error {}

/** Browsers lock whichever card is in range, and it was not the written one. */
export class OtherCardLockedError extends Error {}

/**
 * Produces a card: writes the link and reads it back; if requested, locks the card permanently and reads it again. Each
 * step waits until a card is in range.
 * @throws OtherCardError, OtherCardLockedError, or a DOMException of the browser
 */
export async function makeNfcCard(
  link: string,
  { lock, signal, onStep }: { readonly lock: boolean; readonly signal: AbortSignal; onStep(step: NfcStep): void },
): Promise<void> {
  const Reader = window.NDEFReader;
  if (Reader === undefined) throw new Error('This browser has no Web NFC');
  const reader = new Reader();
  onStep('write');
  await reader.write({ records: [{ recordType: 'url', data: link }] }, { signal });
  onStep('verify');
  const written = await readCard(reader, signal);
  if (written.link !== link) throw new OtherCardError();
  if (!lock) return;
  onStep('lock');
  await reader.makeReadOnly({ signal });
  onStep('check');
  const locked = await readCard(reader, signal).catch((error: unknown) => {
    throw error instanceof OtherCardError ? new OtherCardLockedError() : error;
  });
  if (locked.link !== link || locked.serialNumber !== written.serialNumber) throw new OtherCardLockedError();
}

/**
 * Reads whether a card leads to this page.
 * @throws DifferentChipError, or a DOMException of the browser
 */
export async function checkNfcCard(link: string, signal: AbortSignal): Promise<void> {
  const Reader = window.NDEFReader;
  if (Reader === undefined) throw new Error('This browser has no Web NFC');
  const found = await readCard(new Reader(), signal).catch((error: unknown) => {
    throw error instanceof OtherCardError ? new DifferentChipError() : error;
  });
  if (found.link !== link) throw new DifferentChipError();
}

interface ReadCard {
  readonly link: string | undefined;
  readonly serialNumber: string;
}

/** The next card in range. */
async function readCard(reader: NdefReader, signal: AbortSignal): Promise<ReadCard> {
  const scanning = new AbortController();
  const either = AbortSignal.any([signal, scanning.signal]);
  try {
    const reading = new Promise<ReadingEvent>((resolve, reject) => {
      reader.addEventListener('reading', (event) => resolve(event as ReadingEvent), {
        once: true,
        signal: scanning.signal,
      });
      reader.addEventListener('readingerror', () => reject(new OtherCardError()), {
        once: true,
        signal: scanning.signal,
      });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: scanning.signal });
    });
    const [, { message, serialNumber }] = await Promise.all([reader.scan({ signal: either }), reading]);
    const data = message.records.find(({ recordType }) => recordType === 'url')?.data;
    return { link: data && new TextDecoder().decode(data), serialNumber };
  } finally {
    // Writing fails while a scan is active.
    scanning.abort();
  }
}
