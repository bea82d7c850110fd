import { SignJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SubgraphCall } from '../graphql/subgraph-call.ts';
import { type AssertedRequest, createAssertions } from './assertion.ts';

const SECRET = 'a secret between processes, long enough';
const call: SubgraphCall = {
  token: 'user-token',
  language: 'en',
  clientAddress: '192.0.2.7',
  correlationId: 'correlation-1',
  idempotencyKey: 'key-1',
};
const request: AssertedRequest = {
  method: 'POST',
  path: '/graphql',
  token: 'user-token',
  body: '{"query":"{ me { id } }"}',
};
const assertions = createAssertions({ secret: SECRET });

afterEach(() => {
  vi.useRealTimers();
});

describe('assertion', () => {
  it('carries the call, and not the token', async () => {
    const header = await assertions.sign('pages', call, request);
    expect(await assertions.verify('pages', header, request)).toEqual(call);
    expect(Buffer.from(header.split('.')[1] ?? '', 'base64url').toString()).not.toContain('user-token');
  });

  it('carries a call without key and token as it is', async () => {
    const bare = { ...call, token: undefined, idempotencyKey: undefined };
    const header = await assertions.sign('pages', bare, { ...request, token: undefined });
    expect(await assertions.verify('pages', header, { ...request, token: undefined })).toEqual(bare);
  });

  it('is refused when missing, broken, too long, for another service or made with another secret', async () => {
    const header = await assertions.sign('pages', call, request);
    const stranger = await createAssertions({ secret: `${SECRET}.` }).sign('pages', call, request);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${header.split('.')[1]}.`;
    for (const bad of [undefined, '', 'x', 'a.b.c', none, stranger, header.padEnd(5000, 'x')]) {
      await expect(assertions.verify('pages', bad, request)).rejects.toThrow('UNAUTHENTICATED');
    }
    await expect(assertions.verify('identity', header, request)).rejects.toThrow('UNAUTHENTICATED');
    await expect(assertions.verify('pages', header, request)).resolves.toBeDefined();
  });

  it('is refused with another body, path, method or token', async () => {
    const header = await assertions.sign('pages', call, request);
    for (const other of [
      { body: '{"query":"{ users { id } }"}' },
      { body: undefined },
      { path: '/uploads' },
      { method: 'GET' },
      { token: 'token of another' },
      { token: undefined },
    ]) {
      await expect(assertions.verify('pages', header, { ...request, ...other })).rejects.toThrow('UNAUTHENTICATED');
    }
  });

  it('of a streamed body is good for no body that merely says so', async () => {
    const header = await assertions.sign('pages', call, { ...request, body: undefined });
    const text = new TextEncoder().encode('streamed');
    await expect(assertions.verify('pages', header, { ...request, body: text })).rejects.toThrow('UNAUTHENTICATED');
  });

  it('lapses within 30 s', async () => {
    vi.useFakeTimers({ now: new Date('2027-01-01T00:00:00Z') });
    const header = await assertions.sign('pages', call, request);
    vi.setSystemTime(new Date('2027-01-01T00:00:29Z'));
    await expect(assertions.verify('pages', header, request)).resolves.toBeDefined();
    vi.setSystemTime(new Date('2027-01-01T00:00:31Z'));
    await expect(assertions.verify('pages', header, request)).rejects.toThrow('UNAUTHENTICATED');
  });

  it('made to last longer is refused', async () => {
    vi.useFakeTimers({ now: new Date('2027-01-01T00:00:00Z') });
    const payload = JSON.parse(
      Buffer.from((await assertions.sign('pages', call, request)).split('.')[1] ?? '', 'base64url').toString(),
    );
    const lasting = await new SignJWT({ ...payload, exp: payload.exp + 3600 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(SECRET));
    vi.setSystemTime(new Date('2027-01-01T00:01:00Z'));
    await expect(assertions.verify('pages', lasting, request)).rejects.toThrow('UNAUTHENTICATED');
  });

  it('needs a secret of some length', () => {
    expect(() => createAssertions({ secret: 'short' })).toThrow(/32/);
  });
});
