import { expect, it } from 'vitest';
import { generateSigningKey } from './access-token.ts';
import { sessionKeys, signingKey } from './key-settings.ts';

it('reads a private key and a set of public keys', async () => {
  const key = await generateSigningKey();
  const other = await generateSigningKey();
  expect(signingKey.parse(JSON.stringify(key.privateKey))).toMatchObject({
    keyId: key.keyId,
    publicKey: key.publicKey,
  });
  const set = JSON.stringify({ keys: [key.publicKey, other.publicKey] });
  expect(sessionKeys.parse(set)).toEqual([key.publicKey, other.publicKey]);
});

it('refuses an invalid key without repeating it', async () => {
  const { privateKey, publicKey } = await generateSigningKey();
  for (const wrong of ['s3cret', '{}', JSON.stringify(publicKey), JSON.stringify({ ...privateKey, crv: 's3cret' })]) {
    const { success, error } = signingKey.safeParse(wrong);
    expect(success).toBe(false);
    expect(error?.message).not.toContain('s3cret');
  }
  for (const wrong of ['s3cret', '{}', '{"keys":[]}', JSON.stringify({ keys: [{ kty: 'oct', k: 's3cret' }] })]) {
    const { success, error } = sessionKeys.safeParse(wrong);
    expect(success).toBe(false);
    expect(error?.message).not.toContain('s3cret');
  }
});

it('refuses a private key in the set of public keys', async () => {
  const { privateKey } = await generateSigningKey();
  expect(sessionKeys.safeParse(JSON.stringify({ keys: [privateKey] })).error?.message).toContain('private key');
});
