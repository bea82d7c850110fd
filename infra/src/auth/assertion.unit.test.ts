import jwt from 'jsonwebtoken';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SubgraphCall } from '../graphql/subgraph-call.ts';
import { type AssertedRequest, type Assertions, createAssertions } from './assertion.ts';

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
  it('carries the call, but not the token', () => {
    const header = assertions.sign('pages', call, request);
    expect(assertions.verify('pages', header, request)).toEqual(call);
    expect(Buffer.from(header.split('.')[1] ?? '', 'base64url').toString()).not.toContain('user-token');
  });

  it('carries a call without key and token unchanged', () => {
    const bare = { ...call, token: undefined, idempotencyKey: undefined };
    const header = assertions.sign('pages', bare, { ...request, token: undefined });
    expect(assertions.verify('pages', header, { ...request, token: undefined })).toEqual(bare);
  });

  it('is refused if it is missing, broken, too long, for another service or signed with another secret', () => {
    const header = assertions.sign('pages', call, request);
    const stranger = createAssertions({ secret: `${SECRET}.` }).sign('pages', call, request);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${header.split('.')[1]}.`;
    for (const bad of [undefined, '', 'x', 'a.b.c', none, stranger, header.padEnd(5000, 'x')]) {
      expect(() => assertions.verify('pages', bad, request)).toThrow('UNAUTHENTICATED');
    }
    expect(() => assertions.verify('identity', header, request)).toThrow('UNAUTHENTICATED');
    expect(assertions.verify('pages', header, request)).toBeDefined();
  });

  it('is accepted by a process that has its secret as second line, during rotation', () => {
    const other = 'another secret between processes';
    const [old, begun, turned, done] = [SECRET, `${SECRET}\n${other}`, `${other}\n${SECRET}`, other].map((secret) =>
      createAssertions({ secret }),
    );
    const believes = (by?: Assertions, from?: Assertions) => {
      try {
        return by?.verify('pages', from?.sign('pages', call, request), request) !== undefined;
      } catch {
        return false;
      }
    };
    // Neighbouring configurations run side by side during a rollout.
    for (const [before, after] of [
      [old, begun],
      [begun, turned],
      [turned, done],
    ]) {
      expect([believes(before, after), believes(after, before)]).toEqual([true, true]);
    }
    expect([believes(old, done), believes(done, old)]).toEqual([false, false]);
    expect(() => createAssertions({ secret: `${SECRET}\nshort` })).toThrow('less than 32 characters');
  });

  it('is refused with another body, path, method or token', () => {
    const header = assertions.sign('pages', call, request);
    for (const other of [
      { body: '{"query":"{ users { id } }"}' },
      { body: undefined },
      { path: '/uploads' },
      { method: 'GET' },
      { token: 'token of another' },
      { token: undefined },
    ]) {
      expect(() => assertions.verify('pages', header, { ...request, ...other })).toThrow('UNAUTHENTICATED');
    }
  });

  it('for a streamed body is not valid for a body with the text “streamed”', () => {
    const header = assertions.sign('pages', call, { ...request, body: undefined });
    const text = new TextEncoder().encode('streamed');
    expect(() => assertions.verify('pages', header, { ...request, body: text })).toThrow('UNAUTHENTICATED');
  });

  it('in a language that only the sender knows is read as French', () => {
    const header = assertions.sign('pages', { ...call, language: 'eo' as never }, request);
    expect(assertions.verify('pages', header, request).language).toBe('fr');
  });

  it('expires within 30 s', () => {
    vi.useFakeTimers({ now: new Date('2027-01-01T00:00:00Z') });
    const header = assertions.sign('pages', call, request);
    vi.setSystemTime(new Date('2027-01-01T00:00:29Z'));
    expect(assertions.verify('pages', header, request)).toBeDefined();
    vi.setSystemTime(new Date('2027-01-01T00:00:31Z'));
    expect(() => assertions.verify('pages', header, request)).toThrow('UNAUTHENTICATED');
  });

  it.each([
    ['to last longer', { exp: 3600 }],
    ['in the future', { iat: 3600, exp: 3600 }],
    ['to last for ever', { exp: undefined }],
    ['at no time', { iat: undefined }],
  ])('made %s is refused', (_, later) => {
    vi.useFakeTimers({ now: new Date('2027-01-01T00:00:00Z') });
    const payload = JSON.parse(
      Buffer.from(assertions.sign('pages', call, request).split('.')[1] ?? '', 'base64url').toString(),
    );
    const changed = Object.entries({ iat: 0, exp: 0, ...later }).map(([name, seconds]) => [
      name,
      seconds === undefined ? undefined : payload[name] + seconds,
    ]);
    const claims = JSON.parse(JSON.stringify({ ...payload, ...Object.fromEntries(changed) }));
    const forged = jwt.sign(claims, SECRET, { algorithm: 'HS256', noTimestamp: claims.iat === undefined });
    if (claims.exp === payload.exp + 3600 && claims.iat === payload.iat)
      vi.setSystemTime(new Date('2027-01-01T00:01:00Z'));
    expect(() => assertions.verify('pages', forged, request)).toThrow('UNAUTHENTICATED');
  });

  it('requires a secret of at least 32 characters', () => {
    expect(() => createAssertions({ secret: 'short' })).toThrow(/32/);
  });
});
