/** Stored data to search for traces. */
export interface Piece {
  /** Where it is stored, for the failure message. */
  readonly place: string;
  readonly bytes: Buffer;
}

/** A name, and the byte sequences that prove its presence. */
export interface Trace {
  readonly name: string;
  readonly needles: readonly Buffer[];
}

/** A unique text, in every encoding that a store may use. */
export function textTrace(name: string, ...texts: readonly string[]): Trace {
  const needles = texts.flatMap((text) => {
    const utf8 = Buffer.from(text);
    return [utf8, Buffer.from(text, 'utf16le'), ...inBase64(utf8), Buffer.from(encodeURIComponent(text))];
  });
  return { name, needles: needles.map(folded) };
}

/** Forty bytes from the middle: the beginning is equal for all files of its kind. */
export function bytesTrace(name: string, whole: Buffer): Trace {
  const middle = Math.floor(whole.length / 2);
  const part = whole.subarray(middle, middle + 40);
  if (part.length < 40) throw new Error(`${name} is too small to be told from others`);
  return { name, needles: [part, ...inBase64(part)].map(folded) };
}

/** Within a longer base64 text it can start at three alignments. */
function inBase64(bytes: Buffer): readonly Buffer[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Its first and last characters also contain bits of the neighbouring bytes.
    return Buffer.from(text.slice(before === 0 ? 0 : before + 1, -1));
  });
}

/** Ignores letter case. Also changes some non-letter bytes, but alike in traces and pieces. */
function folded(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
}

/** Names of the traces found in the pieces, with their places. */
export async function findTraces(
  pieces: AsyncIterable<Piece>,
  traces: readonly Trace[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for await (const { place, bytes } of pieces) {
    const searched = folded(bytes);
    for (const { name, needles } of traces) {
      if (needles.some((needle) => searched.includes(needle))) found.set(name, [...(found.get(name) ?? []), place]);
    }
  }
  return found;
}
