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

  it('remove unfinished files of an earlier process', async () => {
    await mkdir(join(path, '.incoming'));
    await writeFile(join(path, '.incoming', 'half'), 'half');
    await openFileObjects({ path });
    expect(await readdir(join(path, '.incoming'))).toEqual([]);
  });

  it('refuse with UNAVAILABLE if the disk does not accept the bytes, and leave no temporary file', async () => {
    const objects = await openFileObjects({ path });
    // A file in place of the directory makes the rename fail, like a broken disk.
    await writeFile(join(path, 'uploads'), '');
    const put = objects.put('uploads/a.png', { body: new Uint8Array([1]), contentType: 'image/png' });
    await expect(put).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
    expect(await readdir(join(path, '.incoming'))).toEqual([]);
  });

  it('report in a sentence that their directory cannot be used', async () => {
    const file = join(path, 'file');
    await writeFile(file, '');
    await expect(openFileObjects({ path: file })).rejects.toThrow(`${file}, cannot be used`);
  });
});
