import { isDeepStrictEqual } from 'node:util';
import type { OperationObject } from '@volant/gateway/openapi/document';
import { apiPage } from '@volant/gateway/openapi/page';
import { describedOperations } from '@volant/gateway/rest/register-rest';
import { expect, test } from 'vitest';
import { allErrors, apiDescription } from './api-description.ts';

const document = apiDescription();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.values(item).map((operation) => ({ ...operation, path })),
);
const namesIn = (operation: OperationObject, place: string) =>
  operation.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);

test('the description points only to shapes that it has', () => {
  const text = JSON.stringify(document);
  const targets = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
  expect(targets.length).toBeGreaterThan(10);
  expect(targets.filter((name) => !(name in document.components.schemas))).toEqual([]);
  expect(text).not.toContain('$defs');
});

test('parameters have the names that the path has', () => {
  const wrong = operations
    .map((operation) => [namesIn(operation, 'path'), operation.path.match(/(?<={)[^}]+(?=})/g) ?? []])
    .filter(([described, inPath]) => !isDeepStrictEqual(described, inPath));
  expect(wrong).toEqual([]);
});

test('changes of a page have If-Match, and the ETag with its version', () => {
  const refusing = operations.filter(({ responses }) => '412' in responses);
  const ofWholePage = ['administerPage', 'changePageState', 'restorePage', 'updatePage'];
  const ofCard = ['releasePage', 'replaceCard', 'reportCardFound', 'reportCardLost'];
  expect(refusing.map(({ operationId }) => operationId).sort()).toEqual([...ofWholePage, ...ofCard].sort());
  for (const operation of refusing) {
    expect(namesIn(operation, 'header')).toContain('If-Match');
    if (!ofWholePage.includes(operation.operationId)) continue;
    expect(operation.responses['200']?.headers).toHaveProperty('ETag');
  }
  expect(document.paths['/api/pages/{id}']?.get?.responses['200']?.headers).toHaveProperty('ETag');
  expect(document.paths['/api/pages']?.post?.responses['201']?.headers).toHaveProperty('ETag');
});

test('every POST accepts an idempotency key, except those that have ids of their own or end a flow once', () => {
  const posts = Object.values(document.paths).flatMap(({ post }) => post ?? []);
  const without = posts.filter((operation) => !namesIn(operation, 'header').includes('Idempotency-Key'));
  expect(posts.length).toBeGreaterThan(10);
  const once = ['collectEvents', 'startOpenId', 'finishOpenId', 'endOpenIdSessions'];
  expect(without.map(({ operationId }) => operationId)).toEqual(once);
});

test('a claim is described with its refusals', () => {
  const claim = document.paths['/api/pages/{id}/claim']?.post;
  expect(claim?.responses['400']?.description).toContain(allErrors().PAGE_ALREADY_CLAIMED?.en);
  expect(claim?.responses['429']?.headers).toHaveProperty('Retry-After');
  expect(claim?.parameters.map(({ name }) => name)).toEqual(['id', 'Idempotency-Key']);
});

test('the graph is described in both media types, with its rate limit', () => {
  const responses = document.paths['/graphql']?.post?.responses ?? {};
  expect(responses['429']?.headers).toHaveProperty('Retry-After');
  for (const { content } of Object.values(responses)) {
    expect(Object.keys(content ?? {})).toEqual(['application/json', 'application/graphql-response+json']);
  }
});

test('the page shows every operation', () => {
  const html = apiPage(document);
  for (const { id } of describedOperations()) expect(html).toContain(`id="${id}"`);
  expect(html).not.toMatch(/undefined|\[object/);
});
