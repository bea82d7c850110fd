import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { objectsContract } from './contract.ts';
import { openFileObjects } from './file-objects.ts';

objectsContract('files', async () => {
  const path = await mkdtemp(join(tmpdir(), 'objects-'));
  return {
    objects: await openFileObjects({ path }),
    reopen: () => openFileObjects({ path }),
    cleanUp: () => rm(path, { recursive: true }),
  };
});

describe('objects as files', () => {
  let path: string;
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'objects-'));
  });
  afterEach(async () => {
    await rm(path, { recursive: true });
  });

  it('clears away what an earlier process left unfinished', async () => {
    await mkdir(join(path, '.incoming'));
    await writeFile(join(path, '.incoming', 'half'), 'half');
    await openFileObjects({ path });
    expect(await readdir(join(path, '.incoming'))).toEqual([]);
  });

  it('refuses with UNAVAILABLE when the disk does not take the bytes, and leaves no remains', async () => {
    const objects = await openFileObjects({ path });
    // A file where the directory should be makes the rename fail, as a broken disk would.
    await writeFile(join(path, 'uploads'), '');
    const put = objects.put('uploads/a.png', { body: new Uint8Array([1]), contentType: 'image/png' });
    await expect(put).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
    expect(await readdir(join(path, '.incoming'))).toEqual([]);
  });

  it('tells in a sentence that its directory cannot be used', async () => {
    const file = join(path, 'file');
    await writeFile(file, '');
    await expect(openFileObjects({ path: file })).rejects.toThrow(`${file}, cannot be used`);
  });
});
