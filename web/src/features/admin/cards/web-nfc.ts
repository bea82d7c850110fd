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

export type NfcStep = 'write' | 'verify' | 'lock';

/** The card in range has other content. */
export class OtherCardError extends Error {}

/**
 * Produces a card: writes the link, reads it back, and locks the card permanently if requested. Each step waits until
 * a card is in range.
 * @throws OtherCardError, or a DOMException of the browser
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
  if ((await readLink(reader, signal)) !== link) throw new OtherCardError();
  if (!lock) return;
  onStep('lock');
  await reader.makeReadOnly({ signal });
}

/** The link on the next card in range. */
async function readLink(reader: NdefReader, signal: AbortSignal): Promise<string | undefined> {
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
    const [, event] = await Promise.all([reader.scan({ signal: either }), reading]);
    const record = event.message.records.find(({ recordType }) => recordType === 'url');
    return record?.data === undefined ? undefined : new TextDecoder().decode(record.data);
  } finally {
    // Writing fails while a scan is active.
    scanning.abort();
  }
}
