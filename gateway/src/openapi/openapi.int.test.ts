import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { DescribedOperation } from '../rest/operation.ts';
import { describedOperations } from '../rest/register-rest.ts';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';
import { openApiDocument } from './document.ts';

const operation: DescribedOperation = {
  id: 'x',
  tag: 'pages',
  summary: 'Read <x>.',
  access: 'anyone',
  method: 'GET',
  url: '/x/:id',
  params: z.strictObject({ id: z.string().max(20) }),
  query: z.strictObject({}),
  answer: z.strictObject({ at: z.iso.date().nullable(), tags: z.array(z.string()) }).meta({ id: 'X' }),
};
const refusal = (status: number) => ({ status, fr: 'Refus.', en: 'A refusal.' });
const CATALOGUE = { VALIDATION_FAILED: refusal(400), INTERNAL: refusal(500), UNAVAILABLE: refusal(503) };
const apiDescription = openApiDocument([operation], CATALOGUE);

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ apiDescription });
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

test('the description is served as JSON', async () => {
  const response = await fetch(`${gateway.origin}/api/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual(apiDescription);
});

test('the description is a page without a script, whose policy allows only its own style', async () => {
  // Links with the former parameter for a language still work.
  const response = await fetch(`${gateway.origin}/api/docs?lang=fr`);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'/);
  const html = await response.text();
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('id="x"');
  expect(html).toContain('Read &lt;x&gt;.');
  expect(html).not.toMatch(/<script|undefined|\[object/);
});

test('an unknown code and a duplicate name are refused', () => {
  expect(() => openApiDocument([operation, operation], CATALOGUE)).toThrow('two operations are called x');
  const unknown = { ...operation, codes: ['NO_SUCH'] };
  expect(() => openApiDocument([unknown], CATALOGUE)).toThrow('NO_SUCH');
});
