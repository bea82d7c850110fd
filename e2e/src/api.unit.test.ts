import { expect, it } from 'vitest';
import { someAddress } from './api.ts';

it('an address is of a network that no other was of, for as many as a test may send', () => {
  const networks = Array.from({ length: 70_000 }, () => someAddress().split('::')[0]);
  expect(new Set(networks).size).toBe(networks.length);
});
