/** One thing that something may have been left in. */
export interface Piece {
  /** Where it lies, for whoever has to mend it. */
  readonly place: string;
  readonly bytes: Buffer;
}

/** What is looked for: a name for it, and the bytes that give it away. */
export interface Trace {
  readonly name: string;
  readonly needles: readonly Buffer[];
}

/** A text that nobody writes by chance, in every form that a store may keep it in. */
export function textTrace(name: string, ...texts: readonly string[]): Trace {
  const needles = texts.flatMap((text) => {
    const utf8 = Buffer.from(text);
    return [utf8, Buffer.from(text, 'utf16le'), ...inBase64(utf8), Buffer.from(encodeURIComponent(text))];
  });
  return { name, needles: needles.map(folded) };
}

/** Forty bytes out of the middle of something: its beginning is that of others of its kind. */
export function bytesTrace(name: string, whole: Buffer): Trace {
  const middle = Math.floor(whole.length / 2);
  const part = whole.subarray(middle, middle + 40);
  if (part.length < 40) throw new Error(`${name} is too small to be told from others`);
  return { name, needles: [part, ...inBase64(part)].map(folded) };
}

/** Within a longer text in base64 it may begin at any of three places. */
function inBase64(bytes: Buffer): readonly Buffer[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Its first and last signs also hold bits of what stands around it.
    return Buffer.from(text.slice(before === 0 ? 0 : before + 1, -1));
  });
}

/** Letter case makes no difference; what is no letter becomes another sign, here as there. */
function folded(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
}

/** The names of those traces that are in the pieces, with the places. */
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
