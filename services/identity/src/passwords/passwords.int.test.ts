import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { DomainError } from '@volant/infra/errors/domain-error';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CHANGE_PASSWORD,
  FORGOT,
  LOG_IN,
  ME,
  ORIGIN,
  openIdentity,
  PASSWORD,
  RESET,
  type TestIdentity,
} from '../testing/open-identity.ts';
import { userStream } from '../user/domain/user.ts';
import { DEFAULT_LIMITS } from '../user/limits/attempt-limits.ts';

vi.mock('node:timers/promises', async (original) => {
  const actual = await original<typeof import('node:timers/promises')>();
  return { ...actual, setTimeout: vi.fn(actual.setTimeout) };
});

const MINUTE = 60_000;
const NEW_PASSWORD = 'another-password';

let test: TestIdentity;
beforeAll(async () => {
  test = await openIdentity();
});
afterAll(() => test.close());
beforeEach(() => {
  test.mailServer = () => {};
  test.mails.length = 0;
});

const forgot = (name: string, call = {}) => test.ask(FORGOT, { email: `${name}@example.com` }, call);
const reset = (token: string, newPassword = NEW_PASSWORD, call = {}) =>
  test.ask(RESET, { input: { token, newPassword } }, call);
const change = (token: string, currentPassword: string, newPassword = NEW_PASSWORD, call = {}) =>
  test.ask(CHANGE_PASSWORD, { input: { currentPassword, newPassword } }, { token, ...call });
const logIn = (name: string, password: string) =>
  test.ask(LOG_IN, { input: { email: `${name}@example.com`, password } });

/** Token in the link of the person's latest mail; waits until the mail has arrived. */
async function mailedToken(name: string, number = 1): Promise<string> {
  const theirs = await vi.waitFor(() => {
    const found = test.mails.filter(({ to }) => to === `${name}@example.com`);
    expect(found).toHaveLength(number);
    return found;
  });
  const link = /https:\S+/.exec(theirs.at(-1)?.text ?? '')?.[0] ?? '';
  return new URL(link).searchParams.get('token') ?? '';
}

describe('forgotten password', () => {
  it('mails a link that sets a new password and ends every session at once', async () => {
    const { token: first } = await test.signUp('anna');
    const { token: second } = await test.logIn('anna');
    await expect(test.verify(second)).resolves.toBeDefined();
    const answer = await forgot('ANNA');
    expect(answer.data).toEqual({ requestPasswordReset: { accepted: true, resetToken: null } });

    const token = await mailedToken('anna');
    expect((await reset(token)).data).toEqual({ resetPassword: true });
    for (const old of [first, second]) {
      await expect(test.verify(old)).resolves.toBeUndefined();
      expect((await test.ask(ME, {}, { token: old })).code).toBe('UNAUTHENTICATED');
    }
    expect((await logIn('anna', PASSWORD)).code).toBe('INVALID_CREDENTIALS');
    expect((await logIn('anna', NEW_PASSWORD)).code).toBeUndefined();
  });

  it.each([
    ['fr', 'Choisissez un nouveau mot de passe', 'Bonjour,', '60 minutes'],
    ['en', 'Choose a new password', 'Hello,', '60 minutes'],
  ] as const)('mails in the language of the request: %s', async (language, subject, greeting, validity) => {
    const name = language === 'fr' ? 'bert' : 'cora';
    await test.signUp(name);
    await forgot(name, { language });
    const token = await mailedToken(name);
    const [mail] = test.mails;
    expect(mail).toMatchObject({ to: `${name}@example.com`, subject });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(greeting);
      expect(part).toContain(validity);
      expect(part).toContain(`${ORIGIN}/reset-password?token=${token}`);
    }
    expect(mail?.html).toContain(`<html lang="${language}" dir="ltr">`);
    // The mail loads no remote content, which would reveal that it was opened.
    expect(mail?.html).not.toMatch(/<img|src=|url\(|<script/);
  });

  it('does not mail any text that was typed when the account was opened', async () => {
    const input = { email: 'dan@example.com', username: 'https://bait.example/<b>', password: PASSWORD };
    await test.ask('mutation ($input: SignUpInput!) { signUp(input: $input) { token } }', { input });
    await forgot('dan');
    await mailedToken('dan');
    for (const part of [test.mails[0]?.subject, test.mails[0]?.text, test.mails[0]?.html]) {
      expect(part).not.toMatch(/bait|&lt;b&gt;|dan@/);
    }
  });

  it('reports an unknown address and sends no mail', async () => {
    expect(await forgot('nobody')).toMatchObject({
      code: 'EMAIL_NOT_FOUND',
      message: 'No account found with this email address',
      extensions: { status: 404 },
    });
    expect(await forgot('nobody', { language: 'fr' })).toMatchObject({
      message: 'Aucun compte ne correspond à cette adresse e-mail',
    });
    expect((await test.ask(FORGOT, { email: ' ' })).code).toBe('FIELDS_REQUIRED');
    expect((await test.ask(FORGOT, { email: 'no address' })).code).toBe('EMAIL_INVALID');
    expect(test.mails).toEqual([]);
  });

  it('stores no secret that opens the account', async () => {
    const { user } = await test.signUp('emma');
    await forgot('emma');
    const token = await mailedToken('emma');
    const stored = JSON.stringify(await test.store.readStream(userStream(user.id)));
    const secretPart = Buffer.from(token, 'base64url').subarray(16);
    for (const form of ['base64url', 'base64', 'hex'] as const) {
      expect(stored).not.toContain(secretPart.toString(form));
    }
    expect(test.lines.join()).not.toContain(token);
  });

  it('accepts a link once', async () => {
    await test.signUp('finn');
    await forgot('finn');
    const token = await mailedToken('finn');
    expect((await reset(token)).code).toBeUndefined();
    expect(await reset(token, 'a-third-password')).toMatchObject({
      code: 'RESET_TOKEN_INVALID',
      message: 'Invalid or expired reset link',
      extensions: { status: 400 },
    });
    expect((await logIn('finn', NEW_PASSWORD)).code).toBeUndefined();
  });

  it('accepts a link once of two concurrent uses, ten times', async () => {
    await test.signUp('gabi');
    for (let n = 1; n <= 10; n += 1) {
      await forgot('gabi');
      const token = await mailedToken('gabi', n);
      const codes = await Promise.all([reset(token, 'password-one'), reset(token, 'password-two')]);
      expect(codes.map(({ code }) => code ?? 'won').sort()).toEqual(['RESET_TOKEN_INVALID', 'won']);
    }
  });

  it('voids a link when another is used, after 60 minutes, and when the address changes', async () => {
    const { token: session } = await test.signUp('hana');
    await forgot('hana');
    const first = await mailedToken('hana', 1);
    await forgot('hana');
    const second = await mailedToken('hana', 2);
    test.later(59 * MINUTE);
    expect((await reset(second)).code).toBeUndefined();
    expect((await reset(first)).code).toBe('RESET_TOKEN_INVALID');
    await forgot('hana');
    const third = await mailedToken('hana', 3);
    test.later(60 * MINUTE);
    expect((await reset(third)).code).toBe('RESET_TOKEN_INVALID');

    const { token: again } = await test.logIn('hana', NEW_PASSWORD);
    expect(session).not.toBe(again);
    await forgot('hana');
    const fourth = await mailedToken('hana', 4);
    await test.changeEmail({ token: again }, 'hana@example.org');
    expect((await reset(fourth)).code).toBe('RESET_TOKEN_INVALID');
  });

  it('rejects malformed tokens and invalid passwords', async () => {
    for (const token of ['', 'x', 'x'.repeat(64), '../../etc/passwd', 'x'.repeat(10_000)]) {
      expect((await reset(token)).code).toBe('RESET_TOKEN_INVALID');
    }
    await test.signUp('ivan');
    await forgot('ivan');
    const token = await mailedToken('ivan');
    expect((await reset(token, '12345')).code).toBe('PASSWORD_LENGTH');
    expect((await reset(token, '')).code).toBe('FIELDS_REQUIRED');
    expect((await reset(token)).code).toBeUndefined();
  });

  it('serves the owner even if strangers keep asking, with at most three valid links at a time', async () => {
    const strict = await openIdentity(DEFAULT_LIMITS);
    try {
      await strict.signUp('lisa');
      const ask = (clientAddress: string) => strict.ask(FORGOT, { email: 'lisa@example.com' }, { clientAddress });
      for (let n = 0; n < 40; n += 1) expect((await ask(`198.51.100.${n}`)).code).toBeUndefined();
      expect((await ask('203.0.113.1')).data).toMatchObject({ requestPasswordReset: { accepted: true } });
      await vi.waitFor(() => expect(strict.mails).toHaveLength(3));
      // Each of these links works: a stranger's request voids no link.
      const token = /token=(\S+)/.exec(strict.mails[0]?.text ?? '')?.[1];
      expect((await strict.ask(RESET, { input: { token, newPassword: NEW_PASSWORD } })).code).toBeUndefined();
      expect((await ask('203.0.113.1')).code).toBeUndefined();
      await vi.waitFor(() => expect(strict.mails).toHaveLength(4));
    } finally {
      await strict.close();
    }
  });

  it('does not count a retry with the same key against the limit', async () => {
    const strict = await openIdentity(DEFAULT_LIMITS);
    try {
      await strict.signUp('lea');
      const ask = (idempotencyKey?: string) => strict.ask(FORGOT, { email: 'lea@example.com' }, { idempotencyKey });
      for (let time = 0; time < 20; time += 1) expect((await ask('one')).code).toBeUndefined();
      for (let n = 1; n < 10; n += 1) expect((await ask()).code).toBeUndefined();
      for (const key of ['other', undefined]) expect((await ask(key)).code).toBe('TOO_MANY_REQUESTS');
      expect((await ask('one')).code).toBeUndefined();
    } finally {
      await strict.close();
    }
  });

  it('requests and resets once when each is retried with the same key', async () => {
    await test.signUp('jana');
    const key = { idempotencyKey: 'forgot-1' };
    await Promise.all([forgot('jana', key), forgot('jana', key), forgot('jana', key)]);
    const token = await mailedToken('jana', 1);
    const again = { idempotencyKey: 'reset-1' };
    expect((await reset(token, NEW_PASSWORD, again)).code).toBeUndefined();
    expect((await reset(token, NEW_PASSWORD, again)).code).toBeUndefined();
    expect((await reset(token, NEW_PASSWORD, { idempotencyKey: 'reset-2' })).code).toBe('RESET_TOKEN_INVALID');
  });

  it('refuses a reset whose key was used with another password', async () => {
    await test.signUp('jutta');
    await forgot('jutta');
    const token = await mailedToken('jutta', 1);
    const key = { idempotencyKey: 'reset-3' };
    const [first, second] = await Promise.all([reset(token, NEW_PASSWORD, key), reset(token, 'another-one', key)]);
    const codes = [first.code, second.code];
    expect(new Set(codes)).toEqual(new Set([undefined, 'IDEMPOTENCY_KEY_REUSED']));
    const [set, refused] = first.code === undefined ? [NEW_PASSWORD, 'another-one'] : ['another-one', NEW_PASSWORD];
    expect(await reset(token, refused, key)).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      extensions: { status: 422 },
    });
    expect((await reset(token, set, key)).code).toBeUndefined();
    expect((await logIn('jutta', set)).code).toBeUndefined();
    expect((await logIn('jutta', refused)).code).toBe('INVALID_CREDENTIALS');
  });
});

describe('failing mail server', () => {
  it('gets the message later, with the same link', async () => {
    await test.signUp('kira');
    let refusals = 2;
    test.mailServer = () => {
      refusals -= 1;
      if (refusals >= 0) throw new DomainError('UNAVAILABLE');
    };
    await forgot('kira');
    const token = await mailedToken('kira');
    expect(refusals).toBe(-1);
    expect((await reset(token)).code).toBeUndefined();
  });

  it('gets the message from the next process if it was down when the process ended', async () => {
    const { token: session } = await test.signUp('lena');
    test.mailServer = () => {
      throw new DomainError('UNAVAILABLE');
    };
    await forgot('lena');
    await vi.waitFor(() => expect(test.lines.join()).toContain('sent again later'));
    test.mailServer = () => {};
    test = await test.restart();
    const token = await mailedToken('lena');
    expect((await reset(token)).code).toBeUndefined();
    await expect(test.verify(session)).resolves.toBeUndefined();
    // The next process does not resend delivered messages.
    test = await test.restart();
    await test.signUp('marc');
    await forgot('marc');
    await mailedToken('marc');
    expect(test.mails.filter(({ to }) => to === 'lena@example.com')).toHaveLength(1);
  });

  it('does not delay other messages by refusing one', async () => {
    await test.signUp('nora');
    await test.signUp('otto');
    test.mailServer = ({ to }) => {
      if (to !== 'nora@example.com') return;
      throw Object.assign(new Error(`550 <${to}> mailbox unknown`), { responseCode: 550, rejected: [to] });
    };
    await forgot('nora');
    await forgot('otto');
    await mailedToken('otto');
    expect(test.lines.join()).toContain('"responseCode":550');
    expect(test.lines.join()).not.toMatch(/nora@|otto@/);
  });

  it('is sent no link that was voided meanwhile', async () => {
    await test.signUp('paul');
    await forgot('paul');
    const used = await mailedToken('paul');
    test.mails.length = 0;
    test.mailServer = () => {
      throw new Error('450 try later');
    };
    await forgot('paul');
    expect((await reset(used)).code).toBeUndefined();
    test.mailServer = () => {};
    await forgot('paul');
    const token = await mailedToken('paul');
    expect((await reset(token)).code).toBeUndefined();
    expect(test.mails.filter(({ to }) => to === 'paul@example.com')).toHaveLength(1);
  });
});

describe('changePassword', () => {
  it('ends all other sessions at once and keeps its own', async () => {
    const { token: own } = await test.signUp('quin');
    const { token: other } = await test.logIn('quin');
    await expect(test.verify(other)).resolves.toBeDefined();
    expect((await change(own, PASSWORD)).data).toEqual({ changePassword: true });
    await expect(test.verify(own)).resolves.toBeDefined();
    await expect(test.verify(other)).resolves.toBeUndefined();
    expect((await logIn('quin', PASSWORD)).code).toBe('INVALID_CREDENTIALS');
    const { token: later } = await test.logIn('quin', NEW_PASSWORD);
    // The session kept by an earlier change ends with the next one.
    expect((await change(later, NEW_PASSWORD, PASSWORD)).code).toBeUndefined();
    await expect(test.verify(own)).resolves.toBeUndefined();
    await expect(test.verify(later)).resolves.toBeDefined();
  });

  it('keeps sessions ended when the cache has expired, and after a restart', async () => {
    const { token: own } = await test.signUp('rosa');
    const { token: other } = await test.logIn('rosa');
    await change(own, PASSWORD);
    test.later(11 * MINUTE);
    await expect(test.verify(other)).resolves.toBeUndefined();
    test = await test.restart();
    await expect(test.verify(other)).resolves.toBeUndefined();
    await expect(test.verify(own)).resolves.toBeDefined();
  });

  it('ends a session that is opened with the old password concurrently, 10 times', async () => {
    const { token: own } = await test.signUp('sven');
    let [before, after] = [PASSWORD, NEW_PASSWORD];
    for (let n = 0; n < 10; n += 1) {
      const [, late] = await Promise.all([change(own, before, after), logIn('sven', before)]);
      const token = (late.data as { logIn: { token: string } } | null)?.logIn.token;
      await expect(test.verify(token ?? '')).resolves.toBeUndefined();
      await expect(test.verify(own)).resolves.toBeDefined();
      [before, after] = [after, before];
    }
  });

  it('keeps the session after a wrong current password', async () => {
    const { token } = await test.signUp('tess');
    expect(await change(token, 'wrong-password')).toMatchObject({
      code: 'WRONG_PASSWORD',
      message: 'The current password is not correct.',
      extensions: { status: 400 },
    });
    await expect(test.verify(token)).resolves.toBeDefined();
    expect((await change(token, '')).code).toBe('FIELDS_REQUIRED');
    expect((await change(token, PASSWORD, '')).code).toBe('FIELDS_REQUIRED');
    expect((await change(token, PASSWORD, '12345')).code).toBe('PASSWORD_LENGTH');
    expect((await change('', PASSWORD)).code).toBe('UNAUTHENTICATED');
    expect((await logIn('tess', PASSWORD)).code).toBeUndefined();
  });

  it('changes the password once when retried with the same key', async () => {
    const { token } = await test.signUp('urs');
    const key = { idempotencyKey: 'change-1' };
    expect((await change(token, PASSWORD, NEW_PASSWORD, key)).code).toBeUndefined();
    expect((await change(token, PASSWORD, NEW_PASSWORD, key)).code).toBeUndefined();
  });

  it('refuses a key that was used with other passwords', async () => {
    const { token } = await test.signUp('uta');
    const key = { idempotencyKey: 'change-2' };
    const answers = await Promise.all([
      change(token, PASSWORD, NEW_PASSWORD, key),
      change(token, PASSWORD, 'another-one', key),
    ]);
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1);
    const [set, refused] =
      answers[0].code === undefined ? [NEW_PASSWORD, 'another-one'] : ['another-one', NEW_PASSWORD];
    for (const [current, next] of [
      [PASSWORD, refused],
      [set, refused],
      ['wrong-password', set],
    ] as const) {
      expect(await change(token, current, next, key)).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        extensions: { status: 422 },
      });
    }
    expect((await change(token, PASSWORD, set, key)).code).toBeUndefined();
    expect((await logIn('uta', set)).code).toBeUndefined();
    expect((await logIn('uta', refused)).code).toBe('INVALID_CREDENTIALS');
  });

  it('does not allow guessing passwords with a used key', async () => {
    const limited = await openIdentity(DEFAULT_LIMITS);
    try {
      const { token } = await limited.signUp('veit');
      const guess = (newPassword: string) =>
        limited.ask(
          CHANGE_PASSWORD,
          { input: { currentPassword: PASSWORD, newPassword } },
          { token, idempotencyKey: 'change-3' },
        );
      expect((await guess(NEW_PASSWORD)).code).toBeUndefined();
      const codes: unknown[] = [];
      for (let n = 0; n < 11; n += 1) codes.push((await guess(`guess-${n}`)).code);
      expect(codes.filter((code) => code === 'IDEMPOTENCY_KEY_REUSED')).toHaveLength(10);
      expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
    } finally {
      await limited.close();
    }
  });
});

describe('limits', () => {
  it('allow ten guesses in 15 minutes, log-in and change of password together', async () => {
    const limited = await openIdentity(DEFAULT_LIMITS);
    try {
      const { token } = await limited.signUp('anna');
      const counts = new Map<unknown, number>();
      const guess = async (n: number) => {
        const clientAddress = `192.0.${n >> 8}.${n & 255}`;
        const input =
          n % 2 === 0
            ? await limited.ask(
                CHANGE_PASSWORD,
                { input: { currentPassword: `guess-${n}`, newPassword: NEW_PASSWORD } },
                { token, clientAddress },
              )
            : await limited.ask(
                LOG_IN,
                { input: { email: 'anna@example.com', password: `guess-${n}` } },
                { clientAddress },
              );
        counts.set(input.code, (counts.get(input.code) ?? 0) + 1);
      };
      for (let n = 0; n < 400; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => guess(n + i)));
      const checked = (counts.get('WRONG_PASSWORD') ?? 0) + (counts.get('INVALID_CREDENTIALS') ?? 0);
      expect(checked).toBe(10);
      expect(counts.get('TOO_MANY_REQUESTS')).toBe(390);
      // Changing the address gives no new guesses.
      await limited.changeEmail({ token }, 'other@example.com');
      const moved = { input: { email: 'other@example.com', password: 'guess-x' } };
      expect((await limited.ask(LOG_IN, moved, { clientAddress: '203.0.113.1' })).code).toBe('TOO_MANY_REQUESTS');
    } finally {
      await limited.close();
    }
  });
});

describe('neutral response', () => {
  it('does not reveal which addresses have accounts, by content or by timing', async () => {
    const neutral = await openIdentity(undefined, { neutralForgotPassword: true, answerResetToken: true });
    try {
      await neutral.signUp('anna');
      const answer = { data: { requestPasswordReset: { accepted: true, resetToken: null } }, code: undefined };
      for (const email of ['anna@example.com', 'nobody@example.com']) {
        // The test controls the delay: wall-clock time would also measure other programs.
        let endWait = () => {};
        const wait = new Promise<void>((resolve) => {
          endWait = resolve;
        });
        vi.mocked(delay)
          .mockClear()
          .mockImplementationOnce(() => wait);
        let isAnswered = false;
        const answering = neutral.ask(FORGOT, { email }).finally(() => {
          isAnswered = true;
        });
        await vi.waitFor(() => expect(delay).toHaveBeenCalledWith(400));
        for (let turn = 0; turn < 200; turn += 1) await immediate();
        expect(isAnswered).toBe(false);
        endWait();
        expect(await answering).toMatchObject(answer);
      }
      await vi.waitFor(() => expect(neutral.mails.length).toBeGreaterThan(0));
    } finally {
      await neutral.close();
    }
  });
});

it('returns the token in the response if the developer setting is on', async () => {
  const open = await openIdentity(undefined, { answerResetToken: true });
  try {
    await open.signUp('anna');
    const { data } = await open.ask(FORGOT, { email: 'anna@example.com' });
    const { resetToken } = (data as { requestPasswordReset: { resetToken: string } }).requestPasswordReset;
    const input = { token: resetToken, newPassword: NEW_PASSWORD };
    expect((await open.ask(RESET, { input })).data).toEqual({ resetPassword: true });
  } finally {
    await open.close();
  }
});
