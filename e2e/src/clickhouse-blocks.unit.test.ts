import { expect, it } from 'vitest';
import { decompressed } from './clickhouse-blocks.ts';

/**
 * `data.bin` of a part with twenty rows, written by ClickHouse: `none String CODEC(NONE), lz4 String CODEC(LZ4),
 * numbers UInt64 CODEC(T64, LZ4), zstd String CODEC(ZSTD(1))`.
 */
const PART = Buffer.from(
  [
    '/+Hn2TwjrRonu9NMJewEEQJnAQAAXgEAAAkAAAAAAAAACQAAAAAAAAAJAAAAAAAAAAkAAAAAAAAACQAAAAAAAAAJAAAAAAAAAAkA',
    'AAAAAAAACQAAAAAAAAAJAAAAAAAAAAkAAAAAAAAACgAAAAAAAAAKAAAAAAAAAAoAAAAAAAAACgAAAAAAAAAKAAAAAAAAAAoAAAAA',
    'AAAACgAAAAAAAAAKAAAAAAAAAAoAAAAAAAAACgAAAAAAAABvZiBub25lIDBvZiBub25lIDFvZiBub25lIDJvZiBub25lIDNvZiBu',
    'b25lIDRvZiBub25lIDVvZiBub25lIDZvZiBub25lIDdvZiBub25lIDhvZiBub25lIDlvZiBub25lIDEwb2Ygbm9uZSAxMW9mIG5v',
    'bmUgMTJvZiBub25lIDEzb2Ygbm9uZSAxNG9mIG5vbmUgMTVvZiBub25lIDE2b2Ygbm9uZSAxN29mIG5vbmUgMThvZiBub25lIDE5',
    'x3IZdNZrDu5aShlcg+XFL4J0AAAASgEAACIIAAEADwgANRIJTwAPCAA2g29mIGx6NCAwCAATMQgAEzIIABMzCAATNAgAEzUIABM2',
    'CAATNwgAEzgIABM5CAAVMVEABFIAFDFTABQxVAAUMVUAFDFWABQxVwAUMVgAsDE4b2YgbHo0IDE5Dz6VQwWgRrqDQEqQRCHDnJFJ',
    'AAAAoAAAAAKTgoI9AAAAQgAAALOTQgAAAKAAAAAEAAEAExMIADGqqgoKADHMzAwIACHw8AcAMAAA/wUAoAAAAAAPAAAAAADHd84i',
    'QeIhasVJocFYr81EkIsAAABeAQAAKLUv/WBeAMUDANJEDhSQJeorA9f6/yPI1lqErrlZMzAmBecMCWuwpEwhQ9zdHVPIEAHABYaE',
    'NVhS99577733zjnnnHPOGSYgwNPqRcp5YWVpoRQBU+7bEt4+whAhRxiR5Agj8uSSnIEHNvDAAw984IEHHvjAAw888IEHHnjgAw8F',
    'Cw==',
  ].join(''),
  'base64',
);

it('extracts texts from a file with every codec that the tables use', () => {
  const content = decompressed(PART)?.toString('latin1');
  for (const codec of ['none', 'lz4', 'zstd']) expect(content).toContain(`of ${codec} 19`);
});

it('reports a file without such blocks, and one with an unknown codec', () => {
  expect(decompressed(Buffer.from('a text that is longer than a header of a block'))).toBeUndefined();
  const strange = Buffer.from(PART);
  strange.writeUInt8(0x9a, 16);
  expect(() => decompressed(strange)).toThrow('codec 0x9a');
});
