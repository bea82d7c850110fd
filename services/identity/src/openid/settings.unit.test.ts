import { expect, it } from 'vitest';
import { z } from 'zod';
import { OPENID_SHAPE, openIdIsWhole, openIdOf } from './settings.ts';

const WHOLE = {
  VOLANT_OPENID_NAME: 'Team ID',
  VOLANT_OPENID_ISSUER: 'https://id.example/realms/team',
  VOLANT_OPENID_CLIENT: 'volant',
  VOLANT_OPENID_SECRET: 's3cret',
  VOLANT_OPENID_ADMIN: 'admins, operations',
  VOLANT_OPENID_DOMAINS: 'Example.com',
};
const shape = z.object(OPENID_SHAPE);

it('reads a whole set of settings', () => {
  expect(openIdIsWhole(WHOLE)).toEqual([]);
  expect(openIdOf(shape.parse(WHOLE))).toMatchObject({
    claim: 'groups',
    values: [
      ['SUPERADMIN', []],
      ['ADMIN', ['admins', 'operations']],
      ['SUPPORT', []],
    ],
    domains: ['example.com'],
  });
});

it.each([
  ['VOLANT_OPENID_SECRET', /^VOLANT_OPENID_SECRET: is required/],
  ['VOLANT_OPENID_DOMAINS', /^VOLANT_OPENID_DOMAINS: is required/],
  ['VOLANT_OPENID_ADMIN', /needs one of VOLANT_OPENID_SUPPORT/],
])('misses %s', (name, problem) => {
  const { [name]: _, ...given } = WHOLE as Record<string, string>;
  expect(openIdIsWhole(given)).toEqual([expect.stringMatching(problem)]);
});

it('wants an issuer beside settings that mean nothing without one', () => {
  expect(openIdIsWhole({})).toEqual([]);
  expect(openIdIsWhole({ VOLANT_BREAK_GLASS_EMAIL: 'root@example.com' })).toEqual([
    'VOLANT_BREAK_GLASS_EMAIL: needs VOLANT_OPENID_ISSUER beside it',
  ]);
});

it.each(['id.example', 'ftp://id.example', 'http://id.example', 'http://192.168.0.3'])(
  'refuses the issuer %s',
  (issuer) => {
    expect(shape.safeParse({ ...WHOLE, VOLANT_OPENID_ISSUER: issuer }).success).toBe(false);
  },
);

it('accepts an issuer without https on the same machine only', () => {
  for (const issuer of ['http://localhost:8080/realms/team', 'http://127.0.0.1', 'http://[::1]:4444']) {
    expect(shape.safeParse({ ...WHOLE, VOLANT_OPENID_ISSUER: issuer }).success).toBe(true);
  }
});
