import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CANCEL_EMAIL,
  CONFIRM_EMAIL,
  DELETE_ME,
  FORGOT,
  LOG_IN,
  ME,
  ORIGIN,
  openIdentity,
  PASSWORD,
  RESET,
  SIGN_UP,
  type TestIdentity,
  UNDO_EMAIL,
  UPDATE_PROFILE,
} from '../testing/open-identity.ts';
import { emailReservation } from '../user/domain/account-keys.ts';
import { DEFAULT_LIMITS } from '../user/limits/attempt-limits.ts';

const DAY = 24 * 60 * 60 * 1000;

let test: TestIdentity;
beforeAll(async () => {
  test = await openIdentity();
});
afterAll(() => test.close());
beforeEach(() => {
  test.mails.length = 0;
});

const ask = (token: string, email: string, call = {}) =>
  test.ask(UPDATE_PROFILE, { input: { email } }, { token, ...call });
const confirm = (token: string, call = {}) => test.ask(CONFIRM_EMAIL, { input: { token } }, call);
const cancel = (token?: string, call = {}) => test.ask(CANCEL_EMAIL, { input: { token } }, call);
const logIn = (email: string, password = PASSWORD) => test.ask(LOG_IN, { input: { email, password } });
const signUp = (email: string, username: string) =>
  test.ask(SIGN_UP, { input: { email, username, password: PASSWORD } });
const toConfirm = (to: string) => test.mailed(to, '/confirm-email');
const toCancel = (to: string) => test.mailed(to, '/cancel-email');
const me = async (token: string) =>
  ((await test.ask(ME, {}, { token })).data as { me: { email: string; pendingEmail: string | null } } | null)?.me;

describe('change of e-mail address', () => {
  it('takes effect everywhere when the link mailed to the new address is opened', async () => {
    const { token } = await test.signUpProved('anna');
    expect((await ask(token, 'Anna@example.org')).data).toMatchObject({
      updateProfile: { email: 'anna@example.com', pendingEmail: 'Anna@example.org' },
    });
    expect(await me(token)).toMatchObject({ email: 'anna@example.com', pendingEmail: 'Anna@example.org' });
    expect((await logIn('anna@example.org')).code).toBe('INVALID_CREDENTIALS');
    expect((await logIn('anna@example.com')).code).toBeUndefined();

    expect((await confirm(await toConfirm('Anna@example.org'))).data).toEqual({ confirmEmailChange: true });
    expect(await me(token)).toMatchObject({ email: 'Anna@example.org', pendingEmail: null });
    expect((await logIn('anna@example.org')).code).toBeUndefined();
    expect((await logIn('anna@example.com')).code).toBe('INVALID_CREDENTIALS');
    // The session that requested the change stays valid.
    await expect(test.verify(token)).resolves.toBeDefined();
    expect((await confirm(await toConfirm('Anna@example.org'))).code).toBe('EMAIL_CHANGE_USED');
  });

  it.each([
    ['fr', 'Confirmez votre nouvelle', 'Votre compte demande', 'Ne tenez pas compte de ce message', 'Annuler'],
    ['en', 'Confirm your new', 'Your account asks', 'Ignore this message', 'Cancel'],
  ] as const)('mails both addresses in the language of the request: %s', async (language, ...texts) => {
    const [subject, noticeSubject, ignore, label] = texts;
    const name = `bert-${language}`;
    const { token } = await test.signUpProved(name);
    await ask(token, `${name}@example.org`, { language });
    await Promise.all([toConfirm(`${name}@example.org`), toCancel(`${name}@example.com`)]);
    const mailTo = (to: string) => test.mails.find((mail) => mail.to === to);
    const request = mailTo(`${name}@example.org`);
    expect(request?.subject).toContain(subject);
    for (const part of [request?.text, request?.html]) {
      for (const each of [`${name}@example.com`, ignore, `${ORIGIN}/confirm-email?token=`]) {
        expect(part).toContain(each);
      }
    }
    const notice = mailTo(`${name}@example.com`);
    expect(notice?.subject).toContain(noticeSubject);
    for (const part of [notice?.text, notice?.html]) {
      expect(part).toContain(label);
      // The account's user chose this address: its domain would be a clickable link in our mail.
      expect(part).not.toContain('example.org');
    }
    expect(test.mails).toHaveLength(2);
    expect(test.lines.join()).not.toContain(await toConfirm(`${name}@example.org`));
  });

  it('is refused for a taken address, and expires after 24 hours', async () => {
    const { token } = await test.signUpProved('cora');
    await test.signUpProved('dora');
    expect((await ask(token, 'DORA@example.com')).code).toBe('EMAIL_TAKEN');
    await ask(token, 'cora@example.org');
    const link = await toConfirm('cora@example.org');
    test.later(DAY);
    expect(await confirm(link)).toMatchObject({ code: 'EMAIL_CHANGE_EXPIRED', extensions: { status: 400 } });
    const { token: later } = await test.logIn('cora');
    expect(await me(later)).toMatchObject({ email: 'cora@example.com', pendingEmail: null });
  });

  it('does not reserve the address before it is confirmed', async () => {
    const { token: thief } = await test.signUpProved('thief');
    await ask(thief, 'emil@example.com');
    const link = await toConfirm('emil@example.com');
    const { token: owner } = await test.signUpProved('emil');
    expect(await confirm(link)).toMatchObject({ code: 'EMAIL_TAKEN', extensions: { status: 409 } });
    expect(await me(owner)).toMatchObject({ email: 'emil@example.com' });
    expect(await me(thief)).toMatchObject({ email: 'thief@example.com' });
  });

  it('is made for the first to confirm if two accounts request the same address', async () => {
    const { token: one } = await test.signUpProved('finn');
    const { token: other } = await test.signUpProved('gabi');
    await ask(one, 'shared@example.com');
    const first = await toConfirm('shared@example.com');
    test.mails.length = 0;
    await ask(other, 'shared@example.com');
    const second = await toConfirm('shared@example.com');
    expect((await confirm(second)).code).toBeUndefined();
    expect((await confirm(first)).code).toBe('EMAIL_TAKEN');
    expect(await me(other)).toMatchObject({ email: 'shared@example.com' });
    expect(await me(one)).toMatchObject({ email: 'finn@example.com', pendingEmail: 'shared@example.com' });
  });

  it('is replaced by a later request, which voids the earlier links', async () => {
    const { token } = await test.signUpProved('hana');
    await ask(token, 'hana-b@example.com');
    const first = await toConfirm('hana-b@example.com');
    const firstCancel = await toCancel('hana@example.com');
    test.mails.length = 0;
    await ask(token, 'hana-c@example.com');
    expect((await confirm(first)).code).toBe('EMAIL_CHANGE_INVALID');
    expect((await cancel(firstCancel)).code).toBe('EMAIL_CHANGE_INVALID');
    expect((await confirm(await toConfirm('hana-c@example.com'))).code).toBeUndefined();
    await expect(test.store.reservations.ownerOf(emailReservation('hana-b@example.com'))).resolves.toBeUndefined();
  });

  it('is requested once and confirmed once when each is retried with the same key', async () => {
    const { token } = await test.signUpProved('ines');
    const again = { idempotencyKey: 'ask-1' };
    await ask(token, 'ines@example.org', again);
    await ask(token, 'ines@example.org', again);
    const link = await toConfirm('ines@example.org');
    const key = { idempotencyKey: 'confirm-1' };
    for (let time = 0; time < 2; time += 1) expect((await confirm(link, key)).code).toBeUndefined();
    expect((await confirm(link)).code).toBe('EMAIL_CHANGE_USED');
    expect(test.mails.filter(({ to }) => to === 'ines@example.org')).toHaveLength(1);
  });

  it('is confirmed for the account of the link, whichever account is signed in', async () => {
    const { token } = await test.signUpProved('jule');
    const { token: stranger } = await test.signUpProved('kurt');
    await ask(token, 'jule@example.org');
    await confirm(await toConfirm('jule@example.org'), { token: stranger });
    expect(await me(token)).toMatchObject({ email: 'jule@example.org' });
    expect(await me(stranger)).toMatchObject({ email: 'kurt@example.com' });
  });

  it('shows the pending address only to the account’s owner', async () => {
    const { token, user } = await test.signUpProved('lena');
    await ask(token, 'lena@example.org');
    await test.identity.ensureSuperadmin({ email: 'root@example.com', password: PASSWORD });
    const { token: root } = await test.logIn('root');
    const { data } = await test.ask('query { users { nodes { id pendingEmail } } }', {}, { token: root });
    const { nodes } = (data as { users: { nodes: { id: string; pendingEmail: unknown }[] } }).users;
    expect(nodes.find(({ id }) => id === user.id)).toMatchObject({ pendingEmail: null });
  });

  it('rejects links of other kinds', async () => {
    const { token } = await test.signUpProved('mara');
    await ask(token, 'mara@example.org');
    const link = await toConfirm('mara@example.org');
    const other = await toCancel('mara@example.com');
    for (const each of ['', 'x', 'x'.repeat(64), other]) {
      expect((await confirm(each)).code).toBe('EMAIL_CHANGE_INVALID');
    }
    expect((await cancel(link)).code).toBe('EMAIL_CHANGE_INVALID');
    expect((await test.ask(UNDO_EMAIL, { input: { token: link } })).code).toBe('EMAIL_UNDO_INVALID');
    expect((await test.ask(RESET, { input: { token: link, newPassword: PASSWORD } })).code).toBe('RESET_TOKEN_INVALID');
    expect((await confirm(link)).code).toBeUndefined();
  });
});

describe('cancelled change of e-mail address', () => {
  it('cannot be confirmed after the present address cancelled it without a session', async () => {
    const { token } = await test.signUpProved('nils');
    await ask(token, 'nils@example.org');
    const link = await toConfirm('nils@example.org');
    const way = await toCancel('nils@example.com');
    for (let time = 0; time < 2; time += 1) expect((await cancel(way)).data).toEqual({ cancelEmailChange: true });
    expect((await confirm(link)).code).toBe('EMAIL_CHANGE_INVALID');
    expect(await me(token)).toMatchObject({ email: 'nils@example.com', pendingEmail: null });
    expect((await signUp('nils@example.org', 'nils-two')).code).toBeUndefined();
  });

  it('requires the owner’s session if it is cancelled without a link', async () => {
    const { token } = await test.signUpProved('olga');
    const { token: stranger } = await test.signUpProved('paul');
    await ask(token, 'olga@example.org');
    expect((await cancel()).code).toBe('UNAUTHENTICATED');
    expect((await cancel(undefined, { token: stranger })).code).toBeUndefined();
    expect(await me(token)).toMatchObject({ pendingEmail: 'olga@example.org' });
    expect((await cancel(undefined, { token })).code).toBeUndefined();
    expect(await me(token)).toMatchObject({ pendingEmail: null });
  });

  it('answers EMAIL_CHANGE_USED if the change was already made', async () => {
    const { token } = await test.signUpProved('quin');
    await ask(token, 'quin@example.org');
    const way = await toCancel('quin@example.com');
    await confirm(await toConfirm('quin@example.org'));
    expect((await cancel(way)).code).toBe('EMAIL_CHANGE_USED');
  });
});

describe('request for somebody else’s address', () => {
  it('gives no access to the account after its owner has reset the password', async () => {
    // The thief signed up with the owner's address and requests a change to their own.
    const { token: thief } = await test.signUpProved('rosa');
    await ask(thief, 'thief@example.org');
    const link = await toConfirm('thief@example.org');
    await test.ask(FORGOT, { email: 'rosa@example.com' });
    const reset = await test.mailed('rosa@example.com', '/reset-password');
    await test.ask(RESET, { input: { token: reset, newPassword: 'the owner’s own' } });
    expect((await confirm(link)).code).toBe('EMAIL_CHANGE_INVALID');
    await expect(test.verify(thief)).resolves.toBeUndefined();
    expect((await logIn('rosa@example.com', 'the owner’s own')).code).toBeUndefined();
  });

  it('does not make password links for that address go to the requesting account', async () => {
    const { token } = await test.signUpProved('sven');
    await ask(token, 'victim@example.com');
    await toConfirm('victim@example.com');
    expect((await test.ask(FORGOT, { email: 'victim@example.com' })).code).toBe('EMAIL_NOT_FOUND');
  });

  it('neither floods the mailbox nor blocks the owner from requesting the address', async () => {
    const limited = await openIdentity(DEFAULT_LIMITS);
    try {
      const named = async (name: string, clientAddress: string) => {
        const input = { email: `${name}@example.com`, username: name, password: PASSWORD };
        const { data } = await limited.ask(SIGN_UP, { input }, { clientAddress });
        const { token } = (data as { signUp: { token: string } }).signUp;
        const change = { input: { email: 'wanted@example.com' } };
        return { token, ...(await limited.ask(UPDATE_PROFILE, change, { token, clientAddress })) };
      };
      for (let n = 0; n < 6; n += 1) expect((await named(`bomber-${n}`, '198.51.100.1')).code).toBeUndefined();
      await vi.waitFor(() =>
        expect(limited.mails.filter(({ text }) => text.includes('/cancel-email'))).toHaveLength(6),
      );
      expect(limited.mails.filter(({ to }) => to === 'wanted@example.com')).toHaveLength(3);
      limited.mails.length = 0;
      expect((await named('owner', '203.0.113.1')).code).toBeUndefined();
      const input = { token: await limited.mailed('wanted@example.com', '/confirm-email') };
      expect((await limited.ask(CONFIRM_EMAIL, { input })).code).toBeUndefined();
    } finally {
      await limited.close();
    }
  });
});

describe('erased account', () => {
  it('has void links and no pending messages', async () => {
    const { token } = await test.signUpProved('tess');
    await ask(token, 'tess@example.org');
    const [link, way] = [await toConfirm('tess@example.org'), await toCancel('tess@example.com')];
    await test.ask(DELETE_ME, { password: PASSWORD }, { token });
    expect((await confirm(link)).code).toBe('EMAIL_CHANGE_INVALID');
    expect((await cancel(way)).code).toBe('EMAIL_CHANGE_INVALID');
    await vi.waitFor(() => expect(test.mails).toEqual([]));
  });
});
