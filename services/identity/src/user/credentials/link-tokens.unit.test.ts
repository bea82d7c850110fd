import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLinkTokens, readLinkToken } from './link-tokens.ts';

const ANNA = '0198b0b2-6c00-7000-8000-000000000001';
const BERT = '0198b0b2-6c00-7000-8000-000000000002';

describe('link token', () => {
  it('is reproducible for a request and can be parsed', () => {
    const { token, tokenHash } = createLinkTokens('secret', 'password reset').tokenFor(ANNA, 'r1');
    expect(token).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(createLinkTokens('secret', 'password reset').tokenFor(ANNA, 'r1')).toEqual({ token, tokenHash });
    for (const copied of [
      token,
      ` ${token}.\n`,
      `"${token}"`,
      `<${token}>,`,
      `3D${token}`,
      `3D${token.slice(0, 9)}=\r\n${token.slice(9)}`,
    ])
      expect(readLinkToken(copied)).toEqual({ userId: ANNA, tokenHash });
  });

  it('differs for every person, request and secret', () => {
    const tokens = [
      createLinkTokens('secret', 'password reset').tokenFor(ANNA, 'r1'),
      createLinkTokens('secret', 'password reset').tokenFor(ANNA, 'r2'),
      createLinkTokens('secret', 'password reset').tokenFor(BERT, 'r1'),
      createLinkTokens('other', 'password reset').tokenFor(ANNA, 'r1'),
    ];
    expect(new Set(tokens.map(({ tokenHash }) => tokenHash)).size).toBe(4);
  });

  it('carries 32 bytes that are stored only as a hash', () => {
    const { token, tokenHash } = createLinkTokens('secret', 'password reset').tokenFor(ANNA, 'r1');
    const secretPart = Buffer.from(token, 'base64url').subarray(16);
    expect(secretPart).toHaveLength(32);
    expect(tokenHash).toBe(createHash('sha256').update(secretPart).digest('base64url'));
  });

  it.each(['', 'x', 'x'.repeat(63), 'x'.repeat(65), `${'x'.repeat(63)}=`, 'é'.repeat(64), 'x'.repeat(100_000)])(
    'rejects malformed text %#',
    (text) => {
      expect(readLinkToken(text)).toBeUndefined();
    },
  );
});
