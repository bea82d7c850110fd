import { parseOptions } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const turn = { network: '192.0.2.1', known: false };

describe('passwords', () => {
  const passwords = createPasswords();

  it('are hashed by salted argon2id with the OWASP parameters', async () => {
    const [one, two] = await Promise.all([passwords.hash('secret1', turn), passwords.hash('secret1', turn)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(parseOptions(one)).toMatchObject({ saltLen: 16, outputLen: 32 });
    expect(one).not.toBe(two);
  });

  it('match only their own hash, and never a missing one', async () => {
    const hash = await passwords.hash('secret1', turn);
    await expect(passwords.matches(hash, ['secret1'], turn)).resolves.toBe(true);
    await expect(passwords.matches(hash, ['Secret1'], turn)).resolves.toBe(false);
    await expect(passwords.matches(undefined, ['secret1'], turn)).resolves.toBe(false);
    await expect(passwords.matches(undefined, [''], turn)).resolves.toBe(false);
    await expect(passwords.matches(hash, ['secret1\n', 'secret1'], turn)).resolves.toBe(true);
  });
});
