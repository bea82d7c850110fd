import { describe, expect, it } from 'vitest';
import { OWN_USER, REST_USER, useGateway } from '../testing/rest-calls.ts';

const gateway = useGateway();
const { ask, argsOf } = gateway;
describe('a forgotten password', () => {
  it('is answered without the token, which is only in the mail', async () => {
    const answer = await ask('POST', '/api/auth/forgot-password', { email: 'a@b.example' }, { 'idempotency-key': 'k' });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(gateway.canned().calls[0]).toMatchObject({
      field: 'requestPasswordReset',
      args: { input: { email: 'a@b.example' } },
      call: { idempotencyKey: 'k', language: 'fr' },
    });
  });

  it('is answered with the token if the service returns it', async () => {
    gateway.canned().instead.set('requestPasswordReset', () => ({ accepted: true, resetToken: 'for-developers' }));
    const answer = await ask('POST', '/api/auth/forgot-password', { email: 'a@b.example' }, {});
    expect(answer.body).toEqual({ success: true, resetToken: 'for-developers' });
  });

  it('is replaced by a new one', async () => {
    const input = { token: 'from-the-mail', newPassword: 'new-secret' };
    const answer = await ask('POST', '/api/auth/reset-password', input, {});
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(argsOf('resetPassword')).toEqual({ input });
  });
});

describe('the user’s own account', () => {
  it('changes the fields that the body names', async () => {
    const answer = await ask('PATCH', '/api/user/profile', { username: 'Ana', phone: null });
    expect([answer.status, answer.body]).toEqual([200, { success: true, user: OWN_USER }]);
    expect(argsOf('updateProfile')).toEqual({ input: { username: 'Ana', phone: null } });
  });

  it.each(['role', 'id', 'passwordHash', 'createdAt', '_count'])('does not accept %s', async (field) => {
    const answer = await ask('PATCH', '/api/user/profile', { username: 'Ana', [field]: 'ADMIN' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
    expect(gateway.canned().calls.map(({ field: executed }) => executed)).toEqual(['me']);
  });

  it('gets a new password; a wrong present one does not end the session', async () => {
    const input = { currentPassword: 'secret', newPassword: 'new-secret' };
    expect((await ask('POST', '/api/user/change-password', input)).body).toEqual({ success: true });
    expect(argsOf('changePassword')).toEqual({ input });
    const wrong = await ask('POST', '/api/user/change-password', { ...input, currentPassword: 'wrong' });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { success: false, error: 'Mot de passe actuel incorrect.', code: 'WRONG_PASSWORD' },
    ]);
  });

  it('is closed to strangers', async () => {
    const password = { currentPassword: 'secret', newPassword: 'new-secret' };
    for (const [method, path, body] of [
      ['PATCH', '/api/user/profile', {}],
      ['POST', '/api/user/change-password', password],
      ['GET', '/api/admin/users', undefined],
      ['PATCH', '/api/admin/users/u1/role', { role: 'ADMIN' }],
    ] as const) {
      const answer = await ask(method, path, body, {});
      expect([path, answer.status, answer.body]).toEqual([
        path,
        401,
        expect.objectContaining({ success: false, code: 'UNAUTHENTICATED' }),
      ]);
    }
  });
});

describe('accounts for administrators', () => {
  it('are listed completely, in parts, or by search', async () => {
    expect((await ask('GET', '/api/admin/users')).body).toEqual({ users: [REST_USER], total: 2, cursor: null });
    expect(argsOf('users')).toEqual({ first: 500, after: null, filter: { search: null } });
    gateway.canned().calls.length = 0;
    const part = await ask('GET', '/api/admin/users?limit=1&cursor=abc&search=an%C3%A0');
    expect(part.body).toEqual({ users: [REST_USER], total: 2, cursor: '1|abc' });
    expect(argsOf('users')).toEqual({ first: 1, after: 'abc', filter: { search: 'anà' } });
    expect((await ask('GET', '/api/admin/users?limit=10001')).status).toBe(400);
    gateway.canned().calls.length = 0;
    await ask('GET', '/api/admin/users?orderBy=PAGES&descending=true');
    expect(argsOf('users')).toMatchObject({ orderBy: 'PAGES', descending: true });
    expect((await ask('GET', '/api/admin/users?orderBy=AGE')).body).toMatchObject({ field: 'orderBy' });
  });

  it('get another role', async () => {
    const answer = await ask('PATCH', '/api/admin/users/u1/role', { role: 'SUPPORT' });
    expect([answer.status, answer.body]).toEqual([200, { success: true, user: REST_USER }]);
    expect(argsOf('changeUserRole')).toEqual({ userId: 'u1', role: 'SUPPORT' });
    const unknown = await ask('PATCH', '/api/admin/users/u1/role', { role: 'EMPEROR' });
    expect(unknown.body).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
