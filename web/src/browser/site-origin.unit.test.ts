// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isLoopback } from './site-origin.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** Files that compare the browser's address with others, or reload it; their links stay within the product. */
const WITHIN = [
  'browser/nothing-came.ts',
  'browser/site-origin.ts',
  'finished/native-navigation.ts',
  'offline/keep-offline.ts',
  'offline/service-worker/copies.ts',
  'offline/service-worker/main.ts',
  'public-page/script/visit.ts',
  'session/stored-session.ts',
];

it('only files whose links stay within the product read the browser’s address', () => {
  const readers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^testing\//.test(name))
    .filter((name) =>
      /\blocation\.(?:origin|host|hostname|href|protocol)\b/.test(readFileSync(path.join(SOURCES, name), 'utf8')),
    );
  expect(readers.map((name) => name.replaceAll(path.sep, '/')).sort()).toEqual(WITHIN);
});

it.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://127.1.2.3', true],
  ['http://[::1]:3000', true],
  ['http://volant.localhost', true],
  ['http://192.168.1.5:3000', false],
  ['https://localhost.example', false],
  ['https://volant.example', false],
])('%s leads each device to itself: %s', (origin, expected) => expect(isLoopback(origin)).toBe(expected));
