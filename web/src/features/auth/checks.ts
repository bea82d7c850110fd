import { cleanLine, cleanPassword } from '@volant/proto/text/clean-text';
import type { Refusal } from '../../ui/use-checked-form.ts';

export interface LoginValues {
  email: string;
  password: string;
  remember: boolean;
}

export interface ForgotValues {
  email: string;
}

export interface NewPasswordValues {
  password: string;
  confirmPassword: string;
}

export interface SignupValues extends NewPasswordValues {
  email: string;
  username: string;
}

const MIN_PASSWORD = 6;
export const MIN_USERNAME = 3;

export function checkLogin({ email, password }: LoginValues): Refusal<LoginValues> | undefined {
  const fields = {
    ...(cleanLine(email) === '' && { email: 'auth.emailRequired' as const }),
    ...(password === '' && { password: 'auth.passwordRequired' as const }),
  };
  return Object.keys(fields).length === 0 ? undefined : { summary: 'auth.fillAll', fields };
}

export function checkForgot({ email }: ForgotValues): Refusal<ForgotValues> | undefined {
  if (cleanLine(email) !== '') return undefined;
  return { summary: 'forgot.empty', fields: { email: 'auth.emailRequired' } };
}

/** The order matters: all given, then both equal, then long enough. */
export function checkSignup(values: SignupValues): Refusal<SignupValues> | undefined {
  const fields = {
    ...(cleanLine(values.email) === '' && { email: 'auth.emailRequired' as const }),
    ...(cleanLine(values.username) === '' && { username: 'auth.usernameRequired' as const }),
    ...missingPasswords(values),
  };
  if (Object.keys(fields).length > 0) return { summary: 'auth.fillAll', fields };
  const refusal = checkTyped(values);
  if (refusal !== undefined) return refusal;
  return checkUsername(values);
}

export function checkUsername({ username }: { readonly username: string }) {
  if (cleanLine(username).length >= MIN_USERNAME) return undefined;
  return { summary: 'auth.usernameTooShort', fields: { username: 'auth.usernameTooShort' } } as const;
}

/** Same order as the signup. */
export function checkNewPassword(values: NewPasswordValues): Refusal<NewPasswordValues> | undefined {
  const fields = missingPasswords(values);
  if (Object.keys(fields).length > 0) return { summary: 'auth.fillAll', fields };
  return checkTyped(values);
}

function missingPasswords({ password, confirmPassword }: NewPasswordValues): Refusal<NewPasswordValues>['fields'] {
  return {
    ...(cleanPassword(password) === '' && { password: 'auth.passwordRequired' as const }),
    ...(cleanPassword(confirmPassword) === '' && { confirmPassword: 'auth.confirmRequired' as const }),
  };
}

/** Checks that both passwords are equal and long enough. */
export function checkTyped({ password, confirmPassword }: NewPasswordValues): Refusal<NewPasswordValues> | undefined {
  // Keyboards write the same accent in two ways.
  if (cleanPassword(password).normalize('NFC') !== cleanPassword(confirmPassword).normalize('NFC')) {
    return { summary: 'auth.mismatch', fields: { confirmPassword: 'auth.mismatch' } };
  }
  if (cleanPassword(password).length < MIN_PASSWORD)
    return { summary: 'auth.tooShort', fields: { password: 'auth.tooShort' } };
  return undefined;
}
