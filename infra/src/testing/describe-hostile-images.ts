import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DomainError, toPublicError } from '../errors/domain-error.ts';
import { IMAGE_ERRORS } from '../images/image-errors.ts';
import { type ReencodedImage, reencodeImage } from '../images/reencode.ts';
import { hostileImages, type SentFile, SMUGGLED } from './hostile-images.ts';

async function* sent(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Uploads this many files that are made to harm. */
export function describeHostileImages(count: number): void {
  describe(`${count} hostile files`, () => {
    it('leave no trace in stored pictures, take bounded memory and get a readable error', async () => {
      const files: SentFile[] = [];
      for await (const file of hostileImages(count, 7)) files.push(file);
      const before = process.memoryUsage().rss;
      let peak = before;
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss);
      }, 10);
      const wrong: string[] = [];
      const running = new Set<Promise<void>>();
      for (const { name, bytes, becomes } of files) {
        const work = outcomeOf(bytes).then((outcome) => {
          running.delete(work);
          if (outcome !== becomes) wrong.push(`${name}: ${outcome} instead of ${becomes}`);
        });
        running.add(work);
        if (running.size >= 8) await Promise.race(running);
      }
      await Promise.all(running);
      clearInterval(watch);

      expect(files).toHaveLength(count);
      expect(wrong).toEqual([]);
      expect((peak - before) / 1e6).toBeLessThan(200);
    });
  });
}

async function outcomeOf(bytes: Buffer): Promise<string> {
  let image: ReencodedImage;
  try {
    image = await reencodeImage(sent(bytes));
  } catch (error) {
    const readable = toPublicError(error, 'fr', IMAGE_ERRORS).text.length > 20;
    return error instanceof DomainError && readable ? error.code : `an unreadable answer: ${String(error)}`;
  }
  const output = Buffer.from(image.body);
  if (bytes.includes(output) || output.equals(bytes)) return 'kept as it came';
  const smuggled = SMUGGLED.find((word) => output.includes(word));
  if (smuggled !== undefined) return `kept with ${smuggled}`;
  const { format, exif, icc, xmp } = await sharp(output).metadata();
  return (format === 'jpeg' || format === 'png') && !exif && !icc && !xmp ? 'taken' : 'kept with its metadata';
}
