import { describe, expect, it } from 'vitest';
import { frameOf, framesIn, nextFrame } from './frames.ts';

const bytesOf = (...texts: readonly string[]) =>
  Buffer.concat(texts.flatMap((text, index) => frameOf([Buffer.from(text)], 1_000 + index)));
const textsIn = (bytes: Buffer) => framesIn(bytes).frames.map(({ payload }) => payload.toString());

describe('frames', () => {
  it('are read as they were written, including empty and multi-part ones', () => {
    const bytes = Buffer.concat([bytesOf('one', ''), ...frameOf([Buffer.from('th'), Buffer.from('ree')], 1.5)]);
    expect(framesIn(bytes)).toMatchObject({ unread: 'nothing' });
    expect(textsIn(bytes)).toEqual(['one', '', 'three']);
    expect(framesIn(bytes).frames.map(({ at }) => at)).toEqual([1_000, 1_001, 1.5]);
    expect(framesIn(bytes).frames.at(-1)?.end).toBe(bytes.length);
  });

  it('end before a truncated one, at any cut', () => {
    const bytes = bytesOf('one', 'two');
    const first = bytesOf('one').length;
    for (let length = first + 1; length < bytes.length; length += 1) {
      expect(framesIn(bytes.subarray(0, length)).unread).toBe('unfinished');
      expect(textsIn(bytes.subarray(0, length))).toEqual(['one']);
    }
    expect(framesIn(bytes.subarray(0, first)).unread).toBe('nothing');
  });

  it('end before one with any changed byte in checksum, time or payload', () => {
    const bytes = bytesOf('one', 'two', 'three');
    const [first = 0, second = 0] = framesIn(bytes).frames.map(({ end }) => end);
    for (let at = first + 4; at < second; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0x10, at);
      expect(framesIn(damaged).unread).toBe('damaged');
      expect(textsIn(damaged)).toEqual(['one']);
    }
  });

  it('are found again after one with any changed bit, also of its length', () => {
    const framesAt = (...texts: readonly string[]) =>
      Buffer.concat(texts.flatMap((text, index) => frameOf([Buffer.from(text)], Date.UTC(2026, 10, index))));
    const bytes = framesAt('one', 'two', 'three');
    const [first = 0, second = 0] = framesIn(bytes).frames.map(({ end }) => end);
    for (let bit = first * 8; bit < second * 8; bit += 1) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(framesIn(damaged).unread).not.toBe('nothing');
      expect(nextFrame(damaged, first + 1)).toBe(second);
    }
    expect(nextFrame(bytes.subarray(0, second), first + 1)).toBeUndefined();
  });

  it('are not found in zeros, which a disk may leave in place of lost data', () => {
    expect(framesIn(Buffer.alloc(100))).toEqual({ frames: [], unread: 'damaged' });
  });
});
