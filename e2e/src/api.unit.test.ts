import { expect, it } from 'vitest';
import { someAddress } from './api.ts';

it('gives each call an address of a new network, for as many calls as a test may make', () => {
  const networks = Array.from({ length: 70_000 }, () => someAddress().split('::')[0]);
  expect(new Set(networks).size).toBe(networks.length);
});
