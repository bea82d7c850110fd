import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mailContract } from './contract.ts';
import { openFileMail } from './file-mail.ts';

mailContract('files', async () => {
  const path = await mkdtemp(join(tmpdir(), 'mail-'));
  return {
    mail: await openFileMail({ path, from: 'Volant <volant@example.test>' }),
    async sources() {
      const names = (await readdir(path)).filter((name) => name.endsWith('.eml')).sort();
      return Promise.all(names.map((name) => readFile(join(path, name), 'utf8')));
    },
    cleanUp: () => rm(path, { recursive: true }),
  };
});

it('rejects with a sentence if the mail directory cannot be used', async () => {
  const path = await mkdtemp(join(tmpdir(), 'mail-'));
  const file = join(path, 'file');
  await writeFile(file, '');
  await expect(openFileMail({ path: file, from: 'a@example.test' })).rejects.toThrow(`${file}, cannot be used`);
  await rm(path, { recursive: true });
});

it('deletes the messages to a forgotten address, and keeps those to others', async () => {
  const path = await mkdtemp(join(tmpdir(), 'mail-'));
  const mail = await openFileMail({ path, from: 'a@example.test' });
  for (const to of ['Ana@example.test', 'ben@example.test', 'ana@example.test']) {
    await mail.send({ to, subject: 'x', text: 'x' });
  }
  await mail.forget(['ana@example.test']);
  const left = (await readdir(path)).filter((name) => name.endsWith('.eml'));
  expect(left).toHaveLength(1);
  expect(await readFile(join(path, left[0] ?? ''), 'utf8')).toContain('To: ben@example.test');
  await mail.close();
  await rm(path, { recursive: true });
});

it('keeps the newest messages, and other files', async () => {
  const path = await mkdtemp(join(tmpdir(), 'mail-'));
  let now = Date.UTC(2026, 0, 1);
  const mail = await openFileMail({ path, from: 'a@example.test', clock: () => new Date(now), keep: 3 });
  await writeFile(join(path, '0.txt'), '');
  for (let time = 0; time < 10; time += 1) {
    now += 1_000;
    await mail.send({ to: 'ana@example.test', subject: `${time}`, text: 'x' });
  }
  const seconds = (await readdir(path)).sort().map((name) => name.slice(0, 19));
  expect(seconds.slice(0, 2)).toEqual(['.incoming', '0.txt']);
  expect(seconds.slice(2)).toEqual([8, 9, 10].map((second) => `2026-01-01T00-00-${`${second}`.padStart(2, '0')}`));
  await mail.close();
  await rm(path, { recursive: true });
});

it('keeps a message once that is sent again under its id', async () => {
  const path = await mkdtemp(join(tmpdir(), 'mail-'));
  const mail = await openFileMail({ path, from: 'a@example.test' });
  const [id, other] = ['01a21a31-0f6d-7194-a7ac-c1e8f375a045', '01a21a31-0f6d-7194-a7ac-c1e8f375a046'];
  for (const each of [id, id, other]) await mail.send({ id: each, to: 'ana@example.test', subject: 'x', text: 'x' });
  expect((await readdir(path)).filter((name) => name.endsWith('.eml'))).toHaveLength(2);
  await mail.close();
  await rm(path, { recursive: true });
});
