import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CHANGE_PASSWORD,
  CONFIRM_EMAIL,
  LOG_IN,
  ME,
  openIdentity,
  PASSWORD,
  PICTURE,
  SIGN_UP,
  type TestIdentity,
  UPDATE_PROFILE,
} from '../testing/open-identity.ts';
import { emailReservation, usernameReservation } from '../user/domain/account-keys.ts';
import { DEFAULT_LIMITS } from '../user/limits/attempt-limits.ts';

let test: TestIdentity;
beforeAll(async () => {
  test = await openIdentity();
});
afterAll(() => test.close());
beforeEach(() => {
  test.mailServer = () => {};
  test.mails.length = 0;
});

const update = (token: string, input: object, call = {}) => test.ask(UPDATE_PROFILE, { input }, { token, ...call });
const signUp = (email: string, username: string) =>
  test.ask(SIGN_UP, { input: { email, username, password: PASSWORD } });

async function* bytes(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body.subarray(0, 50);
  yield body.subarray(50);
}

async function upload(token: string, body: Uint8Array = PICTURE, idempotencyKey?: string, of = test): Promise<string> {
  const call = { token, language: 'en' as const, clientAddress: '192.0.2.1', correlationId: 'c', idempotencyKey };
  return (await of.identity.uploadAvatar({ body: bytes(body), call })).imageUrl;
}

const UPLOAD_AVATAR = 'mutation ($image: Upload!) { uploadAvatar(image: $image) { imageUrl } }';
const stored = async (path: string) => (await test.objects.get(path.slice(1))) !== undefined;

it('stores one picture for concurrent uploads with the same key', async () => {
  const { token } = await test.signUp('twice');
  const paths = await Promise.all(Array.from({ length: 3 }, () => upload(token, PICTURE, 'twice')));
  expect(new Set(paths).size).toBe(1);
  expect(await stored(paths[0] ?? '')).toBe(true);
});

it('applies different changes that are sent with the same key', async () => {
  const { token } = await test.signUp('quentin');
  const key = { idempotencyKey: 'profile-1' };
  const send = (input: object) => test.ask(UPDATE_PROFILE, { input }, { token, ...key });
  expect((await send({ phone: '+33639980001' })).code).toBeUndefined();
  expect((await send({ phone: '+33639980002' })).data).toMatchObject({ updateProfile: { phone: '+33639980002' } });
  // A retry of the first request succeeds and does not undo the second.
  expect((await send({ phone: '+33639980001' })).data).toMatchObject({ updateProfile: { phone: '+33639980002' } });
});

describe('uploadAvatar over GraphQL', () => {
  it('returns the path of an uploaded picture to its uploader only', async () => {
    const { token } = await test.signUp('picture');
    const image = await upload(token);
    const other = (await test.signUp('picture-2')).token;
    expect((await test.ask(UPLOAD_AVATAR, { image }, { token })).data).toEqual({ uploadAvatar: { imageUrl: image } });
    expect((await test.ask(UPLOAD_AVATAR, { image }, { token: other })).code).toBe('VALIDATION_FAILED');
    expect((await test.ask(UPLOAD_AVATAR, { image })).code).toBe('UNAUTHENTICATED');
    const path = 'https://site.example/a.jpg';
    expect((await test.ask(UPLOAD_AVATAR, { image: path }, { token })).code).toBe('VALIDATION_FAILED');
  });
});

describe('profile', () => {
  it('changes only in the given fields, visible at once', async () => {
    const { token, user } = await test.signUp('anna');
    const first = await update(token, { phone: '+33 6 39 98 00 00' });
    expect(first.data).toMatchObject({
      updateProfile: { id: user.id, username: 'anna', email: 'anna@example.com', phone: '+33639980000' },
    });
    await update(token, { username: 'Anna Démo', email: 'Anna@example.org' });
    const { data } = await test.ask(ME, {}, { token });
    expect(data).toMatchObject({
      me: {
        username: 'Anna Démo',
        email: 'anna@example.com',
        pendingEmail: 'Anna@example.org',
        phone: '+33639980000',
        avatar: null,
      },
    });
    const removed = await update(token, { phone: null });
    expect(removed.data).toMatchObject({ updateProfile: { phone: null } });
    await expect(test.verify(token)).resolves.toBeDefined();
  });

  it.each([
    [{ username: '' }, 'FIELDS_REQUIRED'],
    [{ username: null }, 'FIELDS_REQUIRED'],
    [{ email: ' ' }, 'FIELDS_REQUIRED'],
    [{ email: null }, 'FIELDS_REQUIRED'],
    [{ email: 'nobody' }, 'EMAIL_INVALID'],
    [{ username: 'ab' }, 'USERNAME_INVALID'],
    [{ phone: '06 39 98 00' }, 'PHONE_INVALID'],
    [{ avatar: '/uploads/00000000000000000000000000000000.jpg' }, 'AVATAR_NOT_FOUND'],
    [{ avatar: 'https://example.com/a.jpg' }, 'AVATAR_NOT_FOUND'],
    [{ avatar: 'javascript:alert(1)' }, 'AVATAR_NOT_FOUND'],
    [{ role: 'ADMIN' }, 'VALIDATION_FAILED'],
    [{ id: 'x' }, 'VALIDATION_FAILED'],
    [{ createdAt: '2020-01-01T00:00:00Z' }, 'VALIDATION_FAILED'],
  ])('refuses %j with %s and changes nothing', async (input, code) => {
    const { token } = await test.signUp('strict').catch(() => test.logIn('strict'));
    const before = (await test.ask(ME, {}, { token })).data;
    expect((await update(token, { phone: '+33639980001', ...input })).code).toBe(code);
    expect((await test.ask(ME, {}, { token })).data).toEqual(before);
  });

  it('keeps an unchanged username that a later rule refuses', async () => {
    // Derived from an address with a Cyrillic а.
    const email = 'n\u0430dia@example.com';
    await test.identity.ensureSuperadmin({ email, password: PASSWORD });
    const answer = await test.ask(LOG_IN, { input: { email: `\u202a${email}\u202c\n`, password: `${PASSWORD}\n` } });
    const { token } = (answer.data as { logIn: { token: string } }).logIn;
    const username = 'n\u0430dia';
    expect((await update(token, { username, phone: '+33639980000' })).data).toMatchObject({
      updateProfile: { username, phone: '+33639980000' },
    });
    expect((await update(token, { username: `${username} two` })).code).toBe('USERNAME_INVALID');
  });

  it('requires a session to be changed', async () => {
    expect((await update('', { phone: null })).code).toBe('UNAUTHENTICATED');
  });
});

describe('address or username', () => {
  it('is refused if taken, in any letter case, and leaves the other one free', async () => {
    const { token } = await test.signUp('bert');
    await test.signUp('cora');
    expect(await update(token, { email: 'CORA@example.com', username: 'free-name' })).toMatchObject({
      code: 'EMAIL_TAKEN',
      extensions: { status: 409 },
    });
    expect((await update(token, { email: 'free@example.com', username: 'CORA' })).code).toBe('USERNAME_TAKEN');
    expect((await signUp('free@example.com', 'free-name')).code).toBeUndefined();
  });

  it('becomes free for others when given up, an address after 7 days', async () => {
    const { token } = await test.signUp('dora');
    await update(token, { username: 'Dora the second' });
    await test.changeEmail({ token }, 'dora@example.org');
    expect((await signUp('dora@example.com', 'dora')).code).toBe('EMAIL_TAKEN');
    expect((await signUp('dora-two@example.com', 'dora')).code).toBeUndefined();
    test.later(7 * 24 * 60 * 60_000);
    expect((await signUp('dora@example.com', 'dora-three')).code).toBeUndefined();
    expect((await signUp('DORA@example.org', 'another')).code).toBe('EMAIL_TAKEN');
  });

  it('can change its letter case and be changed back', async () => {
    const { token } = await test.signUpProved('emil');
    expect((await update(token, { email: 'EMIL@example.com', username: 'Emil' })).data).toMatchObject({
      updateProfile: { email: 'EMIL@example.com', username: 'Emil' },
    });
    await test.changeEmail({ token }, 'emil@example.org');
    await test.changeEmail({ token }, 'emil@example.com');
    expect((await signUp('emil@example.org', 'emil-two')).code).toBeUndefined();
    expect((await signUp('emil@example.com', 'emil-three')).code).toBe('EMAIL_TAKEN');
  });

  it('goes to one of two concurrent requests, 30 times', async () => {
    const { token: one } = await test.signUpProved('finn');
    const { token: other } = await test.signUpProved('gabi');
    for (let n = 0; n < 30; n += 1) {
      const confirmations = await Promise.all(
        [one, other].map(async (token, which) => {
          const email = `${which === 0 ? 'w' : 'W'}anted${n}@example.com`;
          expect((await update(token, { email })).code).toBeUndefined();
          return { input: { token: await test.mailed(email, '/confirm-email') } };
        }),
      );
      const answers = await Promise.all(confirmations.map((input) => test.ask(CONFIRM_EMAIL, input)));
      expect(answers.map(({ code }) => code ?? 'won').sort()).toEqual(['EMAIL_TAKEN', 'won']);
    }
  });

  it('is the only one reserved when one person sends concurrent changes', async () => {
    const { token, user } = await test.signUp('hana');
    const addresses = Array.from({ length: 4 }, (_, n) => `hana${n}@example.com`);
    await Promise.all(addresses.map((email) => update(token, { email })));
    const { data } = await test.ask(ME, {}, { token });
    const { pendingEmail } = (data as { me: { pendingEmail: string } }).me;
    const link = { input: { token: await test.mailed(pendingEmail, '/confirm-email') } };
    await Promise.all([test.ask(CONFIRM_EMAIL, link), test.ask(CONFIRM_EMAIL, link)]);
    const owners = await Promise.all(
      ['hana@example.com', ...addresses].map(async (each) => [
        each,
        await test.store.reservations.ownerOf(emailReservation(each)),
      ]),
    );
    // Plus the former address, which the change can still be undone to.
    const held = owners.filter(([, owner]) => owner !== undefined);
    expect(held).toEqual([
      ['hana@example.com', user.id],
      [pendingEmail, user.id],
    ]);
  });

  it('is reserved by the next process if one ended between append and confirmation', async () => {
    const { token, user } = await test.signUp('ines');
    await update(token, { email: 'ines@example.org' });
    const link = { input: { token: await test.mailed('ines@example.org', '/confirm-email') } };
    test.store.reservations.confirm = () => Promise.reject(new Error('the process ends here'));
    expect((await update(token, { username: 'Ines two' })).code).toBe('INTERNAL');
    expect((await test.ask(CONFIRM_EMAIL, link)).code).toBe('INTERNAL');
    test = await test.restart();
    test.later(60 * 60_000);
    const { reservations } = test.store;
    await expect(reservations.ownerOf(emailReservation('ines@example.org'))).resolves.toBe(user.id);
    await expect(reservations.ownerOf(usernameReservation('Ines two'))).resolves.toBe(user.id);
    await expect(reservations.ownerOf(emailReservation('ines@example.com'))).resolves.toBe(user.id);
    await expect(reservations.ownerOf(usernameReservation('ines'))).resolves.toBeUndefined();
  });

  it('is rolled back if another account took the reservation while the process stalled', async () => {
    const { token, user } = await test.signUpProved('jule');
    await update(token, { email: 'jule@example.org' });
    const link = { input: { token: await test.mailed('jule@example.org', '/confirm-email') } };
    const { reservations } = test.store;
    const { reserve } = reservations;
    let calls = 0;
    reservations.reserve = async (key, owner, expiresAt) => {
      calls += 1;
      // The second call comes after the append: the first reservation lapsed, and another account took the address.
      if (calls === 2) {
        await reservations.release(key, owner);
        await reserve(key, 'somebody-else', new Date(Date.now() + 30 * 24 * 60 * 60_000));
      }
      return reserve(key, owner, expiresAt);
    };
    expect((await test.ask(CONFIRM_EMAIL, link)).code).toBe('EMAIL_TAKEN');
    reservations.reserve = reserve;
    expect((await test.ask(ME, {}, { token })).data).toMatchObject({ me: { email: 'jule@example.com' } });
    await expect(reservations.ownerOf(emailReservation('jule@example.com'))).resolves.toBe(user.id);
    await expect(reservations.ownerOf(emailReservation('jule@example.org'))).resolves.toBe('somebody-else');
  });
});

describe('change of e-mail address', () => {
  it('is limited to five an hour, so that it cannot flood a mailbox', async () => {
    const limited = await openIdentity(DEFAULT_LIMITS);
    try {
      const { token } = await limited.signUp('mara');
      const codes = [];
      for (let n = 0; n < 6; n += 1) {
        const input = { email: `mara${n}@example.com` };
        codes.push((await limited.ask(UPDATE_PROFILE, { input }, { token })).code);
      }
      expect(codes).toEqual([...Array<undefined>(5).fill(undefined), 'TOO_MANY_REQUESTS']);
      expect((await limited.ask(UPDATE_PROFILE, { input: { phone: null } }, { token })).code).toBeUndefined();
    } finally {
      await limited.close();
    }
  });
});

describe('avatar', () => {
  it('is uploaded, then chosen, and the previous one is deleted', async () => {
    const { token } = await test.signUp('nils');
    const first = await upload(token);
    expect(first).toMatch(/^\/uploads\/[a-z0-9]{32}\.(jpg|png)$/);
    expect((await update(token, { avatar: first })).data).toMatchObject({ updateProfile: { avatar: first } });
    const second = await upload(token);
    expect(await stored(first)).toBe(true);
    await update(token, { avatar: second });
    await vi.waitFor(async () => expect(await stored(first)).toBe(false));
    expect(await stored(second)).toBe(true);
    await update(token, { avatar: null });
    await vi.waitFor(async () => expect(await stored(second)).toBe(false));
  });

  it('is deleted at the next upload if it was never chosen', async () => {
    const { token } = await test.signUp('olga');
    const first = await upload(token);
    const second = await upload(token);
    await vi.waitFor(async () => expect(await stored(first)).toBe(false));
    expect(await stored(second)).toBe(true);
    expect((await update(token, { avatar: first })).code).toBe('AVATAR_NOT_FOUND');
  });

  it('cannot be chosen by another account', async () => {
    const { token: one } = await test.signUp('paul');
    const { token: other } = await test.signUp('quin');
    const path = await upload(one);
    expect((await update(other, { avatar: path })).code).toBe('AVATAR_NOT_FOUND');
    expect(await stored(path)).toBe(true);
  });

  it('must be a picture, judged by its bytes, and requires a session', async () => {
    const { token } = await test.signUp('rosa');
    await expect(upload(token, Buffer.from('GIF89a'))).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
    await expect(upload('')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(upload(token, Buffer.alloc(6 * 1024 * 1024, PICTURE))).rejects.toMatchObject({
      code: 'IMAGE_TOO_LARGE',
    });
  });

  it('keeps its path when the upload is retried with the same key', async () => {
    const { token } = await test.signUp('sven');
    const path = await upload(token, PICTURE, 'upload-1');
    expect(await upload(token, PICTURE, 'upload-1')).toBe(path);
    expect(await upload(token, PICTURE, 'upload-2')).not.toBe(path);
  });

  it('is stored by a retry if the process ended before it stored the bytes', async () => {
    const { token } = await test.signUp('tess');
    const { put } = test.objects;
    Object.assign(test.objects, { put: () => Promise.reject(new Error('the process ends here')) });
    await expect(upload(token, PICTURE, 'upload-1')).rejects.toThrow('ends here');
    Object.assign(test.objects, { put });
    const path = await upload(token, PICTURE, 'upload-1');
    expect(await stored(path)).toBe(true);
    expect((await update(token, { avatar: path })).code).toBeUndefined();
  });
});

describe('changes of one account', () => {
  it('are limited to 30 an hour, including passwords and pictures', async () => {
    const limited = await openIdentity(DEFAULT_LIMITS);
    try {
      const { token } = await limited.signUp('otto');
      const other = await limited.signUp('olga');
      const change = async (phone: string, of = token) =>
        limited.ask(UPDATE_PROFILE, { input: { phone } }, { token: of });
      for (let n = 10; n < 40; n += 1) expect((await change(`+336399800${n}`)).code).toBeUndefined();
      // Setting the present value does not count.
      expect((await change('+33639980039')).code).toBeUndefined();
      expect(await change('+33639980040')).toMatchObject({
        code: 'TOO_MANY_CHANGES',
        extensions: { status: 429, retryAfterSeconds: expect.any(Number) },
      });
      const input = { currentPassword: PASSWORD, newPassword: 'another-password' };
      expect((await limited.ask(CHANGE_PASSWORD, { input }, { token })).code).toBe('TOO_MANY_CHANGES');
      expect((await limited.logIn('otto')).token).toBeDefined();
      await expect(upload(token, PICTURE, undefined, limited)).rejects.toMatchObject({ code: 'TOO_MANY_CHANGES' });
      expect((await change('+33639980041', other.token)).code).toBeUndefined();
    } finally {
      await limited.close();
    }
  });
});
