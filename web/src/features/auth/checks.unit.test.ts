// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { checkForgot, checkLogin, checkNewPassword, checkSignup, type SignupValues } from './checks.ts';

const good: SignupValues = {
  email: 'a@example.org',
  username: 'camille',
  password: 'secret1',
  confirmPassword: 'secret1',
};

describe('checkSignup', () => {
  it.each(['email', 'username', 'password', 'confirmPassword'] as const)(
    'reports an empty %s first, before any other error',
    (field) => {
      const refusal = checkSignup({ ...good, password: 'x', [field]: '' });
      expect(refusal?.summary).toBe('credentials.fillAll');
      expect(Object.keys(refusal?.fields ?? {})).toEqual([field]);
    },
  );

  it('reports a mismatch before a short password', () => {
    expect(checkSignup({ ...good, password: 'abc', confirmPassword: 'abd' })?.summary).toBe('credentials.mismatch');
  });

  it('reports the length of the password, then of the username', () => {
    const short = { ...good, password: 'abcde', confirmPassword: 'abcde', username: 'ab' };
    expect(checkSignup(short)?.summary).toBe('credentials.tooShort');
    expect(checkSignup({ ...good, username: ' ab ' })?.summary).toBe('credentials.usernameTooShort');
  });

  it('accepts valid input', () => {
    expect(checkSignup({ ...good, username: 'abc', password: 'abcdef', confirmPassword: 'abcdef' })).toBeUndefined();
  });
});

describe('a new password', () => {
  it.each([
    ['', '', 'credentials.fillAll', ['password', 'confirmPassword']],
    ['abc', '', 'credentials.fillAll', ['confirmPassword']],
    ['abc', 'abd', 'credentials.mismatch', ['confirmPassword']],
    ['abcde', 'abcde', 'credentials.tooShort', ['password']],
  ])('“%s” and “%s” is refused: %s', (password, confirmPassword, summary, fields) => {
    const refusal = checkNewPassword({ password, confirmPassword });
    expect(refusal?.summary).toBe(summary);
    expect(Object.keys(refusal?.fields ?? {})).toEqual(fields);
  });

  it('of six characters, given twice, is accepted', () => {
    expect(checkNewPassword({ password: 'cle\u0301 cle\u0301', confirmPassword: 'cl\u00e9 cl\u00e9' })).toBeUndefined();
    expect(checkNewPassword({ password: 'abcdef', confirmPassword: 'abcdef' })).toBeUndefined();
  });
});

it('requesting a link requires an address', () => {
  expect(checkForgot({ email: ' ' })).toEqual({
    summary: 'forgot.empty',
    fields: { email: 'form.emailRequired' },
  });
  expect(checkForgot({ email: 'a' })).toBeUndefined();
});

describe('logging in', () => {
  it('requires both fields and reports the missing ones', () => {
    expect(checkLogin({ email: ' ', password: '', remember: false })).toEqual({
      summary: 'credentials.fillAll',
      fields: { email: 'form.emailRequired', password: 'credentials.passwordRequired' },
    });
  });

  it('accepts any password', () => {
    expect(checkLogin({ email: 'a', password: ' ', remember: false })).toBeUndefined();
  });
});
