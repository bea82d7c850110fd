import { isDeepStrictEqual } from 'node:util';
import type { Language } from '@volant/infra/errors/domain-error';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DescribedOperation } from '../rest/operation.ts';
import { describedOperations } from '../rest/register-rest.ts';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';
import { type OpenApiDocument, type OperationObject, openApiDocument } from './document.ts';
import { readErrorCatalogue } from './error-catalogue.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const named = ({ method, url }: { method: string; url: string }) => `${method} ${url}`;
/** Answered by routes of another service if mounted, or built from files. */
const ELSEWHERE = ['POST /api/public/events', 'GET /site.json'];

test('every route is described, and every description has a route', () => {
  const described = describedOperations().map(named);
  const routes = gateway.routes.map(named);
  expect(routes.filter((route) => !described.includes(route))).toEqual([]);
  expect(described.filter((route) => !routes.includes(route) && !ELSEWHERE.includes(route))).toEqual([]);
});

describe.each(['fr', 'en'] as const)('the description in %s', (language) => {
  let document: OpenApiDocument;
  beforeAll(async () => {
    const response = await fetch(`${gateway.origin}/api/openapi.json`, { headers: { 'accept-language': language } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    document = (await response.json()) as OpenApiDocument;
  });

  test('points to existing shapes', () => {
    const targets = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((name) => name !== undefined && !(name in document.components.schemas))).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  const everyOperation = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).map((operation) => ({ ...operation, path })),
    );
  const namesIn = (operation: OperationObject, place: string) =>
    operation.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);

  test('names the parameters like the path', () => {
    const wrong = everyOperation()
      .map((operation) => [namesIn(operation, 'path'), operation.path.match(/(?<={)[^}]+(?=})/g) ?? []])
      .filter(([described, inPath]) => !isDeepStrictEqual(described, inPath));
    expect(wrong).toEqual([]);
  });

  test('documents If-Match for changes of a page, and the ETag with its version', () => {
    const refusing = everyOperation().filter(({ responses }) => '412' in responses);
    expect(refusing.map(({ operationId }) => operationId).sort()).toEqual([
      'administerPage',
      'changePageState',
      'updatePage',
    ]);
    for (const operation of refusing) {
      expect(namesIn(operation, 'header')).toEqual(['If-Match']);
      expect(operation.responses['200']?.headers).toHaveProperty('ETag');
    }
    expect(document.paths['/api/pages/{id}']?.get?.responses['200']?.headers).toHaveProperty('ETag');
    expect(document.paths['/api/pages']?.post?.responses['201']?.headers).toHaveProperty('ETag');
  });

  test('allows an idempotency key for every POST except events, which have their own ids', () => {
    const posts = Object.values(document.paths).flatMap(({ post }) => post ?? []);
    const without = posts.filter((operation) => !namesIn(operation, 'header').includes('Idempotency-Key'));
    expect(posts.length).toBeGreaterThan(10);
    expect(without.map(({ operationId }) => operationId)).toEqual(['collectEvents']);
  });

  test('gives every refusal in its language', () => {
    const claim = document.paths['/api/pages/{id}/claim']?.post;
    expect(claim?.responses['400']?.description).toContain(readErrorCatalogue().PAGE_ALREADY_CLAIMED?.[language]);
    expect(claim?.responses['429']?.headers).toHaveProperty('Retry-After');
    expect(claim?.parameters.map(({ name }) => name)).toEqual(['id', 'Idempotency-Key']);
  });

  test('describes POST /graphql in both media types, and its rate limit', () => {
    const responses = document.paths['/graphql']?.post?.responses ?? {};
    expect(responses['429']?.headers).toHaveProperty('Retry-After');
    for (const { content } of Object.values(responses)) {
      expect(Object.keys(content ?? {})).toEqual(['application/json', 'application/graphql-response+json']);
    }
  });

  test('is a page without a script, whose policy allows only its own style', async () => {
    const response = await fetch(`${gateway.origin}/api/docs?lang=${language}`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'/);
    const html = await response.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toContain('<script');
    for (const { operation } of describedOperations()) expect(html).toContain(`id="${operation.id}"`);
    expect(html).not.toMatch(/undefined|\[object/);
  });
});

test('field descriptions are in the language of the document', async () => {
  const described = async (language: Language) =>
    JSON.stringify(await openApiDocument(describedOperations(), readErrorCatalogue(), language));
  const [french, english] = await Promise.all([described('fr'), described('en')]);
  const told = /"description":"([^"]+)"/g;
  const texts = (document: string) => [...document.matchAll(told)].map(([, text]) => text);
  const inEnglish = texts(english);
  expect(inEnglish.length).toBeGreaterThan(100);
  expect(texts(french)).toHaveLength(inEnglish.length);
  expect(texts(french).filter((text, index) => text === inEnglish[index] && text !== 'OK')).toEqual([]);
});

const operation: DescribedOperation = {
  operation: { id: 'x', tag: 'pages', summary: { fr: 'X.', en: 'X.' }, access: 'anyone', codes: [] },
  method: 'GET',
  url: '/x',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({}).optional(),
  answer: z.strictObject({}),
  status: 200,
};
const problem = (operations: readonly DescribedOperation[]): Promise<string | undefined> =>
  openApiDocument(operations, readErrorCatalogue(), 'en').then(
    () => undefined,
    (error: Error) => error.message,
  );

test('an unknown code and a duplicate name are refused', async () => {
  expect(await problem([operation])).toBeUndefined();
  expect(await problem([operation, operation])).toBe('two operations are called x');
  expect(await problem([{ ...operation, operation: { ...operation.operation, codes: ['NO_SUCH'] } }])).toContain(
    'NO_SUCH',
  );
});
