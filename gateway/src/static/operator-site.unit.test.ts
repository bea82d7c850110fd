import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EMPTY_SITE, readSite } from './operator-site.ts';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-site-'));
  file = path.join(directory, 'site.json');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const COMPANY = { name: 'Exemple SARL', address: '1 rue de l’Exemple\n75001 Paris', email: 'contact@example.org' };

it('consists of the shop, the social addresses and the company, all of them optional', async () => {
  await writeFile(file, JSON.stringify({ company: COMPANY }));
  expect(await readSite(file)).toEqual({ ...EMPTY_SITE, company: COMPANY });
  await writeFile(file, JSON.stringify({ company: { email: COMPANY.email }, shop: { home: 'https://shop.example' } }));
  expect(await readSite(file)).toEqual({
    ...EMPTY_SITE,
    company: { email: COMPANY.email },
    shop: { home: 'https://shop.example' },
  });
  await writeFile(file, JSON.stringify({ example: 'demo-berline' }));
  expect(await readSite(file)).toEqual({ ...EMPTY_SITE, example: 'demo-berline' });
  await writeFile(file, `\uFEFF${JSON.stringify({ company: { email: 'zoé@bücher.example' } })}`);
  expect(await readSite(file)).toEqual({ ...EMPTY_SITE, company: { email: 'zoé@bücher.example' } });
  await writeFile(file, '{}');
  expect(await readSite(file)).toEqual(EMPTY_SITE);
  await writeFile(file, Buffer.from('{"company":{"name":"Zoé"}}', 'latin1'));
  await expect(readSite(file)).rejects.toThrow('it is not UTF-8');
});

it.each([
  ['an e-mail address that is none', { company: { email: 'contact' } }, 'company.email'],
  ['an empty name', { company: { name: '' } }, 'company.name'],
  ['what is not known', { company: { phone: '1' } }, 'phone'],
  ['an example that is no id of a page', { example: '../admin' }, 'example'],
  ['an address that is no link', { shop: { home: 'javascript:alert(1)' } }, 'shop.home'],
])('refuses %s by name', async (_, site, named) => {
  await writeFile(file, JSON.stringify(site));
  await expect(readSite(file)).rejects.toThrow(new RegExp(`${file.replaceAll('.', '\\.')}.*${named}`, 's'));
});
