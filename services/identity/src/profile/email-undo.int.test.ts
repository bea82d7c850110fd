import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CONFIRM_EMAIL,
  FORGOT,
  LOG_IN,
  ME,
  openIdentity,
  PASSWORD,
  RESET,
  SIGN_UP,
  type TestIdentity,
  UNDO_EMAIL,
  UPDATE_PROFILE,
} from '../testing/open-identity.ts';
import { userStream } from '../user/domain/user.ts';

const DAY = 24 * 60 * 60 * 1000;

let test: TestIdentity;
beforeAll(async () => {
  test = await openIdentity();
});
afterAll(() => test.close());
beforeEach(() => {
  test.mails.length = 0;
});

const change = (token: string, email: string) => test.changeEmail({ token }, email);
const undo = (token: string, call = {}) => test.ask(UNDO_EMAIL, { input: { token } }, call);
const logIn = (email: string, password = PASSWORD) => test.ask(LOG_IN, { input: { email, password } });
const tokenIn = (data: unknown) => (data as { logIn: { token: string } }).logIn.token;
const signUp = (email: string, username: string) =>
  test.ask(SIGN_UP, { input: { email, username, password: PASSWORD } });

const mailed = (to: string, path = '/undo-email') => test.mailed(to, path);

describe('change of e-mail address', () => {
  it('can be undone from the old address, which restores the former password and ends every session', async () => {
    const { token: owner } = await test.signUpProved('anna');
    const { token: stolen } = await test.logIn('anna');
    await change(stolen, 'thief@example.org');
    const link = await mailed('anna@example.com');
    // The thief requests a password reset to their address and signs in.
    await test.ask(FORGOT, { email: 'thief@example.org' });
    const reset = await mailed('thief@example.org', '/reset-password');
    await test.ask(RESET, { input: { token: reset, newPassword: 'the thief’s own' } });
    const thief = tokenIn((await logIn('thief@example.org', 'the thief’s own')).data);

    expect((await undo(link)).data).toEqual({ undoEmailChange: true });
    for (const token of [owner, stolen, thief]) await expect(test.verify(token)).resolves.toBeUndefined();
    expect((await logIn('thief@example.org', 'the thief’s own')).code).toBe('INVALID_CREDENTIALS');
    expect((await logIn('anna@example.com', 'the thief’s own')).code).toBe('INVALID_CREDENTIALS');
    const back = tokenIn((await logIn('anna@example.com')).data);
    expect((await test.ask(ME, {}, { token: back })).data).toMatchObject({ me: { email: 'anna@example.com' } });
    expect(await undo(link)).toMatchObject({ code: 'EMAIL_UNDO_USED', extensions: { status: 400 } });
    // The address of the undone change is free again.
    expect((await signUp('thief@example.org', 'thief')).code).toBeUndefined();
  });

  it.each([
    ['fr', 'Rétablir mon adresse', '7 jours'],
    ['en', 'Put my address back', '7 days'],
  ] as const)('mails the undo link in the language of the confirmation: %s', async (language, label, time) => {
    const { token, user } = await test.signUpProved(`told-${language}`);
    const email = `told-${language}@example.org`;
    await test.ask(UPDATE_PROFILE, { input: { email } }, { token });
    const confirmation = { input: { token: await mailed(email, '/confirm-email') } };
    await vi.waitFor(() => expect(test.mails).toHaveLength(2));
    test.mails.length = 0;
    await test.ask(CONFIRM_EMAIL, confirmation, { language });
    const link = await mailed(`told-${language}@example.com`);
    const [mail, ...more] = test.mails;
    expect(more).toEqual([]);
    for (const part of [mail?.text, mail?.html]) {
      for (const each of [label, time, link]) expect(part).toContain(each);
      // The account's user chose this address: its domain would be a clickable link in our mail.
      expect(part).not.toContain('example.org');
    }
    const stored = JSON.stringify(await test.store.readStream(userStream(user.id)));
    const secretPart = Buffer.from(link, 'base64url').subarray(16);
    for (const form of ['base64url', 'base64', 'hex'] as const) expect(stored).not.toContain(secretPart.toString(form));
    expect(test.lines.join()).not.toContain(link);
  });

  it('becomes final after 7 days, when the old address becomes free for others', async () => {
    const { token } = await test.signUpProved('bert');
    await change(token, 'bert@example.org');
    const link = await mailed('bert@example.com');
    expect((await signUp('BERT@example.com', 'bert-two')).code).toBe('EMAIL_TAKEN');
    expect((await logIn('bert@example.com')).code).toBe('INVALID_CREDENTIALS');
    test.later(7 * DAY);
    expect((await undo(link)).code).toBe('EMAIL_UNDO_EXPIRED');
    const other = await signUp('bert@example.com', 'bert-two');
    expect(other.code).toBeUndefined();
    expect((await logIn('bert@example.com')).code).toBeUndefined();
    expect((await test.ask(FORGOT, { email: 'bert@example.com' })).code).toBeUndefined();
    await mailed('bert@example.com', '/reset-password');
    const resets = test.mails.filter(({ text }) => text.includes('/reset-password'));
    expect(resets.map(({ to }) => to)).toEqual(['bert@example.com']);
  });

  it('can be undone one step at a time, latest first, if it was made twice', async () => {
    const { token } = await test.signUpProved('cora');
    await change(token, 'cora-b@example.com');
    const first = await mailed('cora@example.com');
    await change(token, 'cora-c@example.com');
    const second = await mailed('cora-b@example.com');
    expect((await undo(second)).code).toBeUndefined();
    expect((await logIn('cora-b@example.com')).code).toBeUndefined();
    expect((await undo(first)).code).toBeUndefined();
    expect((await logIn('cora@example.com')).code).toBeUndefined();
    expect((await signUp('cora-b@example.com', 'cora-b')).code).toBeUndefined();
    expect((await signUp('cora-c@example.com', 'cora-c')).code).toBeUndefined();
    expect((await undo(second)).code).toBe('EMAIL_UNDO_USED');
  });

  it('is reverted with the next one by the first undo link, which voids the second', async () => {
    const { token } = await test.signUpProved('dora');
    await change(token, 'dora-b@example.com');
    const first = await mailed('dora@example.com');
    await change(token, 'dora-c@example.com');
    const second = await mailed('dora-b@example.com');
    expect((await undo(first)).code).toBeUndefined();
    expect((await undo(second)).code).toBe('EMAIL_UNDO_INVALID');
    expect((await signUp('dora-b@example.com', 'dora-b')).code).toBeUndefined();
  });

  it('is undone once by concurrent requests, and a retry with the same key succeeds', async () => {
    const { token } = await test.signUpProved('emil');
    await change(token, 'emil@example.org');
    const link = await mailed('emil@example.com');
    const key = { idempotencyKey: 'undo-1' };
    const answers = await Promise.all([undo(link), undo(link), undo(link, key), undo(link, key)]);
    const won = answers.filter(({ code }) => code === undefined).length;
    expect(won).toBeGreaterThan(0);
    expect(answers.filter(({ code }) => code === 'EMAIL_UNDO_USED')).toHaveLength(4 - won);
    expect((await logIn('emil@example.com')).code).toBeUndefined();
  });

  it('is not undone by a malformed token or a link of another kind', async () => {
    await test.signUpProved('gabi');
    await test.ask(FORGOT, { email: 'gabi@example.com' });
    const reset = await mailed('gabi@example.com', '/reset-password');
    for (const token of ['', 'x', 'x'.repeat(64), reset]) expect((await undo(token)).code).toBe('EMAIL_UNDO_INVALID');
  });
});

describe('forgotten password within 7 days of a change of e-mail address', () => {
  it('is mailed only to the present address and answers EMAIL_NOT_FOUND for the former one', async () => {
    const { token } = await test.signUpProved('hana');
    await change(token, 'hana@example.org');
    expect((await test.ask(FORGOT, { email: 'hana@example.com' })).code).toBe('EMAIL_NOT_FOUND');
    expect((await test.ask(FORGOT, { email: 'hana@example.org' })).code).toBeUndefined();
    await mailed('hana@example.org', '/reset-password');
    expect(test.mails.filter(({ text }) => text.includes('/reset-password'))).toHaveLength(1);
  });

  it('keeps the undo link to the former address valid', async () => {
    const { token } = await test.signUpProved('ines');
    await change(token, 'ines@example.org');
    const link = await mailed('ines@example.com');
    await test.ask(FORGOT, { email: 'ines@example.org' });
    const reset = await mailed('ines@example.org', '/reset-password');
    await test.ask(RESET, { input: { token: reset, newPassword: 'another-one' } });
    expect((await undo(link)).code).toBeUndefined();
    expect((await logIn('ines@example.com')).code).toBeUndefined();
    expect((await logIn('ines@example.org', 'another-one')).code).toBe('INVALID_CREDENTIALS');
  });
});
