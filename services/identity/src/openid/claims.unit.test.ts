import { expect, it } from 'vitest';
import { emailIn, roleIn } from './claims.ts';

const values = [
  ['SUPERADMIN', ['owners']],
  ['ADMIN', ['admins', 'operations']],
  ['SUPPORT', ['support']],
] as const;

it.each([
  ['groups', { groups: ['support', 'operations'] }, 'ADMIN'],
  ['groups', { groups: 'owners' }, 'SUPERADMIN'],
  ['groups', { groups: ['everybody'] }, 'DRIVER'],
  ['groups', { groups: [{ name: 'owners' }, null, 3] }, 'DRIVER'],
  ['groups', {}, 'DRIVER'],
  ['realm_access.roles', { realm_access: { roles: ['support'] } }, 'SUPPORT'],
  ['realm_access.roles', { realm_access: null }, 'DRIVER'],
  ['https://volant.example/roles', { 'https://volant.example/roles': ['admins'] }, 'ADMIN'],
  ['constructor.name', {}, 'DRIVER'],
])('reads the claim %s of %j as %s', (claim, claims, role) => {
  expect(roleIn(claims, { claim, values })).toBe(role);
});

it.each([
  [{ email: 'Ada@Example.com', email_verified: true }, 'Ada@Example.com'],
  [{ email: 'ada@example.com', email_verified: 'true' }, undefined],
  [{ email: 'ada@example.com' }, undefined],
  [{ email: 'ada@example.com', xms_edov: '1' }, 'ada@example.com'],
  [{ email: 'ada@example.com', xms_edov: '0' }, undefined],
  [{ email: 'ada@example.com', email_verified: false, xms_edov: true }, undefined],
  [{ email: 'ada@example.com.evil.example', email_verified: true }, undefined],
  [{ email: 'ada@sub.example.com', email_verified: true }, undefined],
  [{ email: 'no address', email_verified: true }, undefined],
  [{ email_verified: true }, undefined],
])('takes the address of %j as %s', (claims, email) => {
  expect(emailIn(claims, { domains: ['example.com'] })).toBe(email);
});
