import { decompress as fromZstd } from 'fzstd';

const CHECKSUM_BYTES = 16;
const HEADER_BYTES = 9;
/** `multiple`: several codecs in sequence. `t64`: numbers without their common bits. */
const METHODS = { none: 0x02, lz4: 0x82, zstd: 0x90, multiple: 0x91, t64: 0x93 } as const;

/**
 * Decompresses the blocks of a ClickHouse column file. Numbers packed by T64 stay packed, because they contain no text.
 * @returns undefined if the file does not consist of such blocks
 * @throws Error for blocks with an unknown codec
 */
export function decompressed(file: Buffer): Buffer | undefined {
  const blocks: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const block = blockAt(file, at + CHECKSUM_BYTES);
    if (block === undefined) return undefined;
    blocks.push(contentOf(block));
    at = block.end;
  }
  return Buffer.concat(blocks);
}

interface Block {
  readonly method: number;
  readonly data: Buffer;
  /** Decompressed length. */
  readonly length: number;
  readonly end: number;
}

function blockAt(bytes: Buffer, at: number): Block | undefined {
  if (at + HEADER_BYTES > bytes.length) return undefined;
  const method = bytes.readUInt8(at);
  const size = bytes.readUInt32LE(at + 1);
  const end = at + size;
  if (!isMethod(method) || size < HEADER_BYTES || end > bytes.length) return undefined;
  return { method, data: bytes.subarray(at + HEADER_BYTES, end), length: bytes.readUInt32LE(at + 5), end };
}

/** Method bytes assigned by ClickHouse, implemented here or not. */
function isMethod(method: number): boolean {
  return method === METHODS.none || method === METHODS.lz4 || (method >= 0x90 && method <= 0x9f);
}

function contentOf({ method, data, length }: Block): Buffer {
  if (method === METHODS.none || method === METHODS.t64) return data;
  if (method === METHODS.lz4) return fromLz4(data, length);
  if (method === METHODS.zstd) return Buffer.from(fromZstd(data));
  if (method !== METHODS.multiple) throw new Error(`a block compressed with codec 0x${method.toString(16)}`);
  const codecs = data.readUInt8(0);
  let content = data.subarray(1 + codecs);
  for (let left = codecs; left > 0; left -= 1) {
    const inner = blockAt(content, 0);
    if (inner === undefined) throw new Error('a block of several codecs that cannot be taken apart');
    content = contentOf(inner);
  }
  return content;
}

/** LZ4's block format: literals, followed by a copy of earlier output, repeatedly. */
function fromLz4(data: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length);
  let read = 0;
  let written = 0;
  const more = (part: number) => {
    let total = part;
    for (let byte = part === 15 ? 255 : 0; byte === 255; total += byte) byte = data.readUInt8(read++);
    return total;
  };
  while (read < data.length) {
    const token = data.readUInt8(read++);
    const literals = more(token >> 4);
    data.copy(out, written, read, read + literals);
    read += literals;
    written += literals;
    if (read >= data.length) break;
    const distance = data.readUInt16LE(read);
    read += 2;
    for (let left = more(token & 15) + 4; left > 0; left -= 1) {
      out[written] = out[written - distance] ?? 0;
      written += 1;
    }
  }
  return out;
}
