import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { create } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataDirectory } from '../data-directory.ts';
import { killCommand, type RunningProduct, runCommand, startProduct } from '../testing/commands.ts';
import { type Answers, expectAnswers, readSettled, signInAll, type Tokens } from '../testing/what-it-answers.ts';
import { newExport, openExport } from './archive.ts';
import { takeSigningKey, writeKeyFiles } from './key-files.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';
import { readCommand } from './places-command.ts';
import { checkExport } from './read-export.ts';

let directory: string;
let tokens: Tokens;
let answers: Answers;
const at = (name: string) => path.join(directory, name);
const settings = (name: string) => ({ VOLANT_DATA_DIR: at(name) });
const exportTo = (data: string, place: string, ...more: string[]) =>
  runCommand('export', [at(place), ...more], settings(data));
const importFrom = (place: string, data: string, ...more: string[]) =>
  runCommand('import', [at(place), ...more], settings(data));

/** Counts of a printed table by row name; the last column is the place that printed it. */
function countsOf(stdout: string): Readonly<Record<string, readonly number[]>> {
  const rows = [...stdout.matchAll(/^(\S.*?) {2,}([\d,]+) +([\d,]+)$/gm)];
  return Object.fromEntries(
    rows.map(([, name = '', ...counts]) => [name, counts.map((count) => Number(count.replaceAll(',', '')))]),
  );
}

/** A modified copy of the export. */
async function changed(name: string, change: (manifest: Manifest) => Promise<Manifest | undefined>): Promise<string> {
  await cp(at('export'), at(name), { recursive: true });
  const manifest = await change(await readManifest(at(name)));
  if (manifest !== undefined) await writeManifest(at(name), manifest);
  return name;
}

/** Content of an export, independent of its time; sorted, because records have no defined order. */
async function contentOf(name: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const { parts } = await readManifest(at(name));
  const entries = parts.map(async ({ file }) => {
    const lines = gunzipSync(await readFile(path.join(at(name), file))).toString();
    return [file, lines.split('\n').sort()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function useProduct({ origin }: RunningProduct): Promise<void> {
  tokens = await signInAll(origin);
  const superadmin = { Authorization: `Bearer ${tokens['superadmin@example.com']}` };
  const erased = await fetch(`${origin}/api/admin/pages/demo-libre-2`, { method: 'DELETE', headers: superadmin });
  if (erased.status !== 200) throw new Error(`the page was not deleted: ${await erased.text()}`);
  const forgot = await fetch(`${origin}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'taxi@example.com' }),
  });
  expect(forgot.status).toBe(200);
  answers = await readSettled(origin, tokens);
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-transfer-'));
  const product = await startProduct({ ...settings('source'), VOLANT_DEMO: 'on' });
  try {
    await useProduct(product);
    const refused = await exportTo('source', 'too-early');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^The data directory \S+ cannot be used: another Volant is running on it\.\n$/);
  } finally {
    await product.stop();
  }
  const exported = await exportTo('source', 'export', '--keys', at('keys'));
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  for (const [here, there] of Object.values(countsOf(exported.stdout))) expect(there).toBe(here);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

describe('a data directory carried into another one', () => {
  it('has the same counts and responses, and its sessions stay valid', async () => {
    const imported = await importFrom('export', 'target', '--keys', at('keys'));
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    const counts = countsOf(imported.stdout);
    expect(Object.keys(counts)).toHaveLength(22);
    for (const [there, here] of Object.values(counts)) expect(here).toBe(there);
    expect(counts['rows of activities_by_day']?.[0]).toBeGreaterThan(1_000);
    expect(counts['rows of erased_pages']).toEqual([1, 1]);
    expect(counts['checkpoints of identity']?.[0]).toBeGreaterThan(0);

    const product = await startProduct({ ...settings('target'), VOLANT_DEMO: 'on' });
    try {
      await expectAnswers(product.origin, tokens, answers);
      const mails = await readdir(at('target/mail')).catch(() => []);
      expect(mails.filter((name) => !name.startsWith('.'))).toEqual([]);
    } finally {
      await product.stop();
    }
  });

  it('is carried as one file too', async () => {
    expect(await exportTo('source', 'export.tar.gz')).toMatchObject({ code: 0, stderr: '' });
    expect(await importFrom('export.tar.gz', 'from-file')).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(directory)).filter((name) => name.startsWith('export.tar.gz'))).toEqual(['export.tar.gz']);
    expect((await stat(at('export.tar.gz'))).mode & 0o777).toBe(0o600);
  });

  it('is refused by real servers if it has demo data', async () => {
    const servers = { VOLANT_MONGODB_URL: 'mongodb://127.0.0.1:1', VOLANT_REDIS_URL: 'redis://127.0.0.1:1' };
    const refused = await runCommand('import', [at('export')], { ...settings('beside'), ...servers });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^The export holds demo data, whose passwords are known: .*\n$/);
  });

  it('is recognized as demo data at its target', async () => {
    const said = await runCommand('main', [], { ...settings('target'), PORT: '0', VOLANT_DEMO: 'off' });
    expect(said).toMatchObject({ code: 78, stderr: expect.stringMatching(/^\S+ holds demo data, .*\n$/) });
  });

  it('does not accept another import', async () => {
    const again = await importFrom('export', 'source');
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(
      /^Something is here already: commits of identity, .*An import needs an empty place\.\n$/,
    );
    for (const what of ['reservations of pages', 'rows of activities_by_day', 'pictures', 'topic pages.pages.v1']) {
      expect(again.stderr).toContain(what);
    }
  });

  it('is complete after killed imports and a last one', async () => {
    for (const wait of [100, 700, 1_300]) {
      let since: number | undefined;
      await killCommand('import', [at('export')], settings('killed'), async () => {
        if (await isThere(at('killed/clickhouse/engine.xml'))) since ??= performance.now();
        return since !== undefined && performance.now() - since > wait;
      });
    }
    const last = await importFrom('export', 'killed');
    // The last one may have completed before it was killed.
    if (!last.stderr.startsWith('Something is here already')) expect(last).toMatchObject({ code: 0, stderr: '' });
    const again = await exportTo('killed', 'export-of-killed');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(await contentOf('export-of-killed')).toEqual(await contentOf('export'));
  });

  it('reports an unfinished import in one line', async () => {
    const broken = await changed('lying', async (manifest) => {
      const file = path.join(at('lying'), 'objects.ndjson.gz');
      const lines = gunzipSync(await readFile(file)).toString();
      // A key that no object store accepts, so that the import fails half-way.
      await writeFile(file, gzipSync(lines.replaceAll('"key":"uploads/', '"key":"Uploads/')));
      return { ...manifest, parts: await Promise.all(manifest.parts.map((part) => resealed(at('lying'), part))) };
    });
    expect((await importFrom(broken, 'half')).code).toBe(1);
    const sentence =
      'VOLANT_DATA_DIR: holds an import that was not finished: run npm run import again, with the same export.\n';
    expect(await runCommand('main', [], { ...settings('half'), PORT: '0' })).toEqual({
      code: 78,
      stdout: '',
      stderr: sentence,
    });
    expect(await exportTo('half', 'export-of-half')).toMatchObject({ code: 1, stderr: sentence });
    const other = await changed('other', async (manifest) => ({ ...manifest, id: randomUUID() }));
    const refused = await importFrom(other, 'half');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^The import of another export was begun here and not finished: .*\n$/);

    const finished = await importFrom('export', 'half');
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect(finished.stdout).toContain('An import of this export was interrupted here; going on with it.');
    for (const [there, here] of Object.values(countsOf(finished.stdout))) expect(here).toBe(there);
    const whole = await exportTo('half', 'export-of-whole');
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(await contentOf('export-of-whole')).toEqual(await contentOf('export'));
  });
});

async function resealed(place: string, part: Manifest['parts'][number]): Promise<Manifest['parts'][number]> {
  const bytes = await readFile(path.join(place, part.file));
  return { ...part, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

describe('a damaged or foreign export', () => {
  const file = 'table-activities-by-day.ndjson.gz';

  async function refusal(name: string): Promise<string> {
    const opening = openExport(at(name)).then(async (opened) => {
      await checkExport(opened.directory, () => undefined).finally(opened.close);
      return 'nothing is wrong with it';
    });
    const said = await opening.catch((error: unknown) => {
      if (error instanceof OperatorError) return error.message;
      throw error;
    });
    return said.replaceAll(`${directory}/`, '');
  }

  it('is refused by the command in one line, before it opens the target', async () => {
    const newer = await changed('newest', async (manifest) => {
      await writeFile(path.join(at('newest'), 'manifest.json'), JSON.stringify({ ...manifest, format: 3 }));
      return undefined;
    });
    expect(await importFrom(newer, 'untouched')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${at('newest')} has format 3; this version of Volant reads format 1.\n`,
    });
    expect(await isThere(at('untouched'))).toBe(false);
  });

  it('is refused if a byte differs', async () => {
    const name = await changed('changed-byte', async () => {
      const bytes = await readFile(path.join(at('changed-byte'), file));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(path.join(at('changed-byte'), file), bytes);
      return undefined;
    });
    expect(await refusal(name)).toMatch(new RegExp(`^changed-byte/${file} is damaged: .*\\.$`));
  });

  it('is refused if a file is cut short or missing', async () => {
    const cut = await changed('cut', async () => {
      const bytes = await readFile(path.join(at('cut'), file));
      await writeFile(path.join(at('cut'), file), bytes.subarray(0, -100));
      return undefined;
    });
    expect(await refusal(cut)).toMatch(new RegExp(`^cut/${file} is cut short: it has \\d+ bytes of \\d+\\.$`));
    await rm(path.join(at('cut'), file));
    expect(await refusal(cut)).toBe(`cut/${file} is missing.`);
  });

  it('is refused if its number of rows differs from the manifest', async () => {
    const name = await changed('fewer', async (manifest) => ({
      ...manifest,
      parts: manifest.parts.map((part) => (part.file === file ? { ...part, rows: part.rows + 1 } : part)),
    }));
    expect(await refusal(name)).toMatch(new RegExp(`^fewer/${file} has \\d+ rows, and \\d+ are promised\\.$`));
  });

  it('is refused if its format or manifest is unreadable', async () => {
    const newer = await changed('newer', async (manifest) => {
      await writeFile(path.join(at('newer'), 'manifest.json'), JSON.stringify({ ...manifest, format: 2 }));
      return undefined;
    });
    expect(await refusal(newer)).toBe('newer has format 2; this version of Volant reads format 1.');
    await writeFile(path.join(at('newer'), 'manifest.json'), '{"format":1');
    expect(await refusal(newer)).toBe('newer/manifest.json is damaged.');
    await rm(path.join(at('newer'), 'manifest.json'));
    expect(await refusal(newer)).toBe('newer is no export of Volant: manifest.json cannot be read (ENOENT).');
  });

  it('is refused if its analytics tables differ', async () => {
    const name = await changed('other-tables', async (manifest) => ({
      ...manifest,
      migrations: [...manifest.migrations, '9999_later.sql'],
    }));
    const { code, stderr } = await importFrom(name, 'other-target');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The export was made by version \S+, which has other analytics tables\. .*\n$/);
  });

  it('is refused if it is no archive or an incomplete one', async () => {
    await writeFile(at('words.tar.gz'), 'no archive');
    expect(await refusal('words.tar.gz')).toMatch(/^words\.tar\.gz is no whole archive: .*$/);
    await create({ file: at('whole.tar'), cwd: at('export') }, await readdir(at('export')));
    expect(await refusal('whole.tar')).toBe('nothing is wrong with it');
    await writeFile(at('part.tar'), (await readFile(at('whole.tar'))).subarray(0, 20_000));
    expect(await refusal('part.tar')).toMatch(/^part\.tar.* (is no whole archive: |is cut short: |is missing).*$/);
    expect(await refusal('nowhere')).toMatch(/^nowhere cannot be read: .*$/);
    expect((await readdir(directory)).filter((name) => name.startsWith('part.tar'))).toEqual(['part.tar']);
  });
});

describe('the commands', () => {
  it.each(['export', 'import'])('%s prints its usage', async (name) => {
    const { code, stderr } = await runCommand(name, ['a', '--nothing'], settings('untouched'));
    const usage = `Usage: npm run ${name} -- <directory or file.tar.gz> [--keys <directory>]`;
    expect([code, stderr.split('\n')[0]]).toEqual([1, usage]);
    for (const args of [[], [''], ['a', 'b'], ['a', '--keys']])
      expect(() => readCommand(args, 'Usage')).toThrow('Usage');
    expect(readCommand(['a', '--keys', 'b'], 'Usage')).toEqual({ place: 'a', keys: 'b' });
  });

  it('overwrite nothing', async () => {
    await expect(newExport(at('export'))).rejects.toThrow(/ is there already; name another place for the export\.$/);
    await expect(newExport(at('backup.zip'))).rejects.toThrow(/is no kind of archive that Volant writes/);
    await mkdir(at('empty'));
    const made = await newExport(at('empty'));
    await writeFile(path.join(made.directory, 'file'), 'x');
    await made.finish();
    expect(await readdir(at('empty'))).toEqual(['file']);

    const data = await openDataDirectory(at('with-keys'));
    try {
      await expect(writeKeyFiles(at('keys'), data)).rejects.toThrow(/^The keys cannot be written: EEXIST.*\.$/);
      await expect(takeSigningKey(at('keys'), data)).rejects.toThrow(/ holds another signing key, /);
      await expect(takeSigningKey(at('nothing'), data)).rejects.toThrow(/^The signing key \S+ cannot be read: ENOENT/);
      await writeFile(at('signing-key.json'), '{}');
      await expect(takeSigningKey(directory, data)).rejects.toThrow(/^The signing key \S+ must be a private key/);
      await rm(data.below('signing-key.json'));
      await takeSigningKey(at('keys'), data);
      await takeSigningKey(at('keys'), data);
    } finally {
      await data.release();
    }
  });

  it('refuse to export an empty directory', async () => {
    const { code, stderr } = await exportTo('nothing-there', 'export-of-nothing');
    expect([code, stderr]).toEqual([1, `There is nothing in ${at('nothing-there')}.\n`]);
    expect(await isThere(at('export-of-nothing'))).toBe(false);
  });
});
