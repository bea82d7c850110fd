import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { AsyncScope } from './async-scope.ts';

describe('a scope', () => {
  it('knows its value across waits, each run its own', async () => {
    const scope = new AsyncScope<number>();
    const values = await Promise.all(
      [1, 2, 3].map((value) =>
        scope.run(value, async () => {
          for (let wait = 0; wait < value; wait += 1) await setImmediate();
          return scope.get();
        }),
      ),
    );
    expect(values).toEqual([1, 2, 3]);
    expect(scope.get()).toBeUndefined();
  });

  it('gives the outer value back after an inner run, while other runs go on', async () => {
    const scope = new AsyncScope<string>();
    await scope.run('outer', async () => {
      expect(await scope.run('inner', async () => scope.get())).toBe('inner');
      await setImmediate();
      expect(scope.get()).toBe('outer');
    });
  });

  it('passes on what its work throws, and can be used again', async () => {
    const scope = new AsyncScope<string>();
    await expect(scope.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await scope.run('b', async () => scope.get())).toBe('b');
  });

  it('knows nothing once its run is over', async () => {
    const scope = new AsyncScope<string>();
    let later: Promise<string | undefined> | undefined;
    await scope.run('value', async () => {
      later = setImmediate().then(() => scope.get());
    });
    expect(await later).toBeUndefined();
  });

  it('is switched off whenever nobody is in it', async () => {
    const disable = vi.spyOn(AsyncLocalStorage.prototype, 'disable');
    try {
      const scope = new AsyncScope<string>();
      const long = scope.run('long', () => setImmediate());
      await scope.run('short', async () => undefined);
      expect(disable).not.toHaveBeenCalled();
      await long;
      expect(disable).toHaveBeenCalledTimes(1);
      expect(await scope.run('again', async () => scope.get())).toBe('again');
      expect(disable).toHaveBeenCalledTimes(2);
    } finally {
      disable.mockRestore();
    }
  });
});
