import { expect, it } from 'vitest';
import { eventually, someAddress } from './api.ts';

it('gives each call an address of a new network, for as many calls as a test may make', () => {
  const networks = Array.from({ length: 70_000 }, () => someAddress().split('::')[0]);
  expect(new Set(networks).size).toBe(networks.length);
});

it('eventually retries a failed read, and gives up with the last value or error', async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    if (reads === 1) throw new Error('away');
    return { body: { reads } };
  };
  expect(await eventually(read, ({ body }) => body.reads === 3)).toEqual({ body: { reads: 3 } });
  // A busy machine reads fewer times before it gives up.
  const failure: unknown = await eventually(read, () => false, 1).catch((error: unknown) => error);
  expect(String(failure)).toContain(`at last { body: { reads: ${reads} } }`);
  await expect(
    eventually(
      () => Promise.reject(new Error('still away')),
      () => false,
      1,
    ),
  ).rejects.toThrow('still away');
});
