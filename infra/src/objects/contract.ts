import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Objects } from './objects.ts';

export interface OpenedObjects {
  readonly objects: Objects;
  /** Closes and reopens the store, like a restart of the process. */
  reopen(): Promise<Objects>;
  cleanUp(): Promise<void>;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Behavior that every object store adapter must provide. The adapter's test file consists of one call. */
export function objectsContract(name: string, open: () => Promise<OpenedObjects>): void {
  describe(`objects: ${name}`, () => {
    let opened: OpenedObjects;
    let objects: Objects;
    beforeEach(async () => {
      opened = await open();
      objects = opened.objects;
    });
    afterEach(async () => {
      await opened.cleanUp();
    });

    it('returns every byte and the content type, also after a restart', async () => {
      const body = new Uint8Array(70_000).map((_, index) => index * 31);
      await objects.put('uploads/a1-b2.jpg', { body, contentType: 'image/jpeg' });
      await objects.put('uploads/deep/er/empty.svg', {
        body: new Uint8Array(),
        contentType: 'image/svg+xml;charset=utf-8',
      });
      objects = await opened.reopen();
      expect(await objects.get('uploads/a1-b2.jpg')).toEqual({ body, contentType: 'image/jpeg' });
      expect(await objects.get('uploads/deep/er/empty.svg')).toEqual({
        body: new Uint8Array(),
        contentType: 'image/svg+xml;charset=utf-8',
      });
    });

    it('replaces body and content type together', async () => {
      await objects.put('a.png', { body: bytes('\nfirst\n'), contentType: 'image/png' });
      await objects.put('a.png', { body: bytes('second'), contentType: 'image/webp' });
      expect(await objects.get('a.png')).toEqual({ body: bytes('second'), contentType: 'image/webp' });
    });

    it('never returns a partly written object during a replacement', async () => {
      const versions = ['a', 'b'].map((letter) => ({
        body: bytes(letter.repeat(200_000)),
        contentType: `x/${letter}`,
      }));
      const put = (index: number) =>
        objects.put('x.bin', versions[index % 2] ?? { body: bytes(''), contentType: 'x/x' });
      await put(0);
      const writing = Promise.all(Array.from({ length: 20 }, (_, index) => put(index)));
      for (let time = 0; time < 40; time += 1) {
        const found = await objects.get('x.bin');
        const version = versions.find(({ contentType }) => contentType === found?.contentType);
        expect(Buffer.compare(found?.body ?? bytes(''), version?.body ?? bytes('none'))).toBe(0);
      }
      await writing;
    });

    it('lists objects by key prefix', async () => {
      const list = async (prefix: string) => {
        const keys: string[] = [];
        for await (const key of objects.list(prefix)) keys.push(key);
        return keys.sort();
      };
      expect(await list('')).toEqual([]);
      const keys = Array.from({ length: 30 }, (_, index) => `uploads/${index}.png`);
      for (const key of [...keys, 'uploads/deep/er/a.png', 'uploads-not.png', 'other/a.png']) {
        await objects.put(key, { body: bytes('x'), contentType: 'image/png' });
      }
      await objects.delete('uploads/7.png');
      const left = [...keys.filter((key) => key !== 'uploads/7.png'), 'uploads/deep/er/a.png'].sort();
      expect(await list('uploads/')).toEqual(left);
      expect(await list('')).toEqual([...left, 'other/a.png', 'uploads-not.png'].sort());
      expect(await list('nothing')).toEqual([]);
    });

    it('does not find objects that were deleted or never put', async () => {
      await objects.put('a.png', { body: bytes('x'), contentType: 'image/png' });
      await objects.delete('a.png');
      await objects.delete('a.png');
      expect(await objects.get('a.png')).toBeUndefined();
      expect(await objects.get('no/such/thing.png')).toBeUndefined();
    });

    it.each([
      '../outside.png',
      '/etc/passwd.png',
      'a/../../b.png',
      'a/./b.png',
      '.incoming/x.png',
      'a//b.png',
      'A.png',
      'a b.png',
      'a\\b.png',
      'a.png\0',
      'a.tar.gz',
      'noextension',
      '',
      `${'a'.repeat(300)}.png`,
    ])('refuses a key that could lead elsewhere: %j', async (key) => {
      await expect(objects.put(key, { body: bytes('x'), contentType: 'image/png' })).rejects.toThrow();
      expect(await objects.get(key)).toBeUndefined();
      await objects.delete(key);
    });

    it('refuses a content type that could smuggle a header', async () => {
      const put = objects.put('a.png', { body: bytes('x'), contentType: 'image/png\r\nX-Evil: 1' });
      await expect(put).rejects.toThrow();
    });
  });
}
