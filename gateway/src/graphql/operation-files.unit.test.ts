import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SettingError } from '@volant/infra/process/settings/server-errors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGraphqlAccess } from './operation-files.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'volant-operations-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function file(name: string, content: string): string {
  const place = path.join(directory, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, content);
  return place;
}

test('open shows the schema and lists no operation', async () => {
  expect(await readGraphqlAccess('open', undefined)).toEqual({ production: false });
});

test('listed hides the schema, and lists one document or all of a directory', async () => {
  const one = file('one.graphql', 'query Mine { me { id } }\n');
  file('deeper/two.graphql', 'query Name { me { username } }');
  file('readme.txt', 'not a document');
  expect(await readGraphqlAccess('listed', undefined)).toEqual({ production: true, listedOperations: [] });
  expect((await readGraphqlAccess('listed', one)).listedOperations).toEqual(['query Mine { me { id } }\n']);
  const { listedOperations } = await readGraphqlAccess('listed', directory);
  expect([...(listedOperations ?? [])].sort()).toEqual([
    'query Mine { me { id } }\n',
    'query Name { me { username } }',
  ]);
});

test.each([
  ['a place that is not there', () => path.join(directory, 'nowhere'), /nowhere cannot be read \(ENOENT\)/],
  ['a directory without documents', () => directory, /no \.graphql file/],
  ['a document that is none', () => file('broken.graphql', 'query {'), /broken\.graphql cannot be used: Syntax Error/],
])('%s is reported with the name of the setting', async (_, place, sentence) => {
  const read = readGraphqlAccess('listed', place());
  await expect(read).rejects.toThrow(SettingError);
  await expect(read).rejects.toThrow(/VOLANT_GRAPHQL_OPERATIONS/);
  await expect(read).rejects.toThrow(sentence);
});

test('a list that would be ignored is refused', async () => {
  await expect(readGraphqlAccess('open', directory)).rejects.toThrow(/needs VOLANT_GRAPHQL=listed/);
});
