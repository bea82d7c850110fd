const CHECKSUM_BYTES = 16;
const HEADER_BYTES = 9;
const METHODS = { none: 0x02, lz4: 0x82, zstd: 0x90 } as const;

/**
 * What a column's file of ClickHouse holds, taken out of its compressed blocks.
 * @returns undefined where the file does not consist of such blocks
 * @throws Error for blocks that cannot be looked into
 */
export function decompressed(file: Buffer): Buffer | undefined {
  const blocks: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    if (at + CHECKSUM_BYTES + HEADER_BYTES > file.length) return undefined;
    const method = file.readUInt8(at + CHECKSUM_BYTES);
    const size = file.readUInt32LE(at + CHECKSUM_BYTES + 1);
    const length = file.readUInt32LE(at + CHECKSUM_BYTES + 5);
    const end = at + CHECKSUM_BYTES + size;
    if (size < HEADER_BYTES || end > file.length) return undefined;
    const data = file.subarray(at + CHECKSUM_BYTES + HEADER_BYTES, end);
    if (method === METHODS.zstd) throw new Error('a block compressed with zstd');
    if (method === METHODS.none) blocks.push(data);
    else if (method === METHODS.lz4) blocks.push(fromLz4(data, length));
    else return undefined;
    at = end;
  }
  return Buffer.concat(blocks);
}

/** LZ4's block format: literals, then a copy of what was written before, again and again. */
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
