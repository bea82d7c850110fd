import { expect, test } from 'vitest';
import { foldersOf, type Lockfile } from './left-out.ts';

const lockfile: Lockfile = {
  packages: {
    '': {},
    'node_modules/driver': { dependencies: { store: '2', shared: '1' } },
    'node_modules/driver/node_modules/store': { dependencies: { deep: '1', shared: '1' } },
    'node_modules/driver/node_modules/deep': {},
    'node_modules/store': { dependencies: { old: '1' } },
    'node_modules/old': {},
    'node_modules/shared': {
      dependencies: { driver: '1' },
      optionalDependencies: { 'shared-linux': '1', missing: '1' },
    },
    'node_modules/shared-linux': {},
    'node_modules/unused': {},
  },
};

test('a package comes with its dependencies, each where Node resolves it', () => {
  expect([...foldersOf(['driver'], lockfile)].sort()).toEqual([
    'node_modules/driver',
    'node_modules/driver/node_modules/deep',
    'node_modules/driver/node_modules/store',
    'node_modules/shared',
    'node_modules/shared-linux',
  ]);
});

test('a package that is not installed throws an error', () => {
  expect(() => foldersOf(['drivers'], lockfile)).toThrow('drivers is not in the lockfile');
});
