import { parseOptions } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';
import { createPasswords } from './passwords.ts';

describe('passwords', () => {
  const passwords = createPasswords();

  it('are hashed by argon2id with the parameters of OWASP, salted', async () => {
    const [one, two] = await Promise.all([passwords.hash('secret1'), passwords.hash('secret1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(parseOptions(one)).toMatchObject({ saltLen: 16, outputLen: 32 });
    expect(one).not.toBe(two);
  });

  it('match their own hash alone, and never a missing one', async () => {
    const hash = await passwords.hash('secret1');
    await expect(passwords.matches(hash, 'secret1')).resolves.toBe(true);
    await expect(passwords.matches(hash, 'Secret1')).resolves.toBe(false);
    await expect(passwords.matches(undefined, 'secret1')).resolves.toBe(false);
    await expect(passwords.matches(undefined, '')).resolves.toBe(false);
  });
});

describe('gate', () => {
  it('runs no more at a time than it may, in turn, and refuses what the line cannot hold', async () => {
    const gate = createGate({ concurrent: 2, waiting: 3 });
    const finish: (() => void)[] = [];
    const started: number[] = [];
    const run = (n: number) =>
      gate(() => {
        started.push(n);
        return new Promise<number>((resolve) => finish.push(() => resolve(n)));
      });
    const tasks = [0, 1, 2, 3, 4].map(run);
    expect(started).toEqual([0, 1]);
    await expect(run(5)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });

    for (const n of [0, 1, 2, 3, 4]) {
      finish[n]?.();
      await expect(tasks[n]).resolves.toBe(n);
      expect(started.length).toBeLessThanOrEqual(n + 3);
    }
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('gives the place of a task that failed to the next', async () => {
    const gate = createGate({ concurrent: 1, waiting: 1 });
    const failing = gate(() => Promise.reject(new Error('no')));
    const next = gate(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
    await expect(gate(() => Promise.resolve('again'))).resolves.toBe('again');
  });
});
