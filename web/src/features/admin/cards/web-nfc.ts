/** As much of Web NFC as is used here; Chrome on Android alone has it. */
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

/** The card that was held to the phone holds something else. */
export class OtherCardError extends Error {}

/**
 * Makes a card: writes the link, reads it back from the card, and locks it for good where that is wanted. Each step
 * waits until a card is held to the phone.
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

/** The link on the next card that is held to the phone. */
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
    // Nothing is written while one still listens.
    scanning.abort();
  }
}
