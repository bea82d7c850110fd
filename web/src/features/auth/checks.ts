import { cleanLine } from '@volant/proto/text/clean-text';
import { checkTyped, checkUsername, missingPasswords, type NewPasswordValues } from '../../session/new-account.ts';
import type { Refusal } from '../../ui/use-checked-form.ts';

export interface LoginValues {
  email: string;
  password: string;
  remember: boolean;
}

export interface ForgotValues {
  email: string;
}

export interface SignupValues extends NewPasswordValues {
  email: string;
  username: string;
}

export function checkLogin({ email, password }: LoginValues): Refusal<LoginValues> | undefined {
  const fields = {
    ...(cleanLine(email) === '' && { email: 'form.emailRequired' as const }),
    ...(password === '' && { password: 'credentials.passwordRequired' as const }),
  };
  return Object.keys(fields).length === 0 ? undefined : { summary: 'credentials.fillAll', fields };
}

export function checkForgot({ email }: ForgotValues): Refusal<ForgotValues> | undefined {
  if (cleanLine(email) !== '') return undefined;
  return { summary: 'forgot.empty', fields: { email: 'form.emailRequired' } };
}

/** The order matters: all given, then both equal, then long enough. */
export function checkSignup(values: SignupValues): Refusal<SignupValues> | undefined {
  const fields = {
    ...(cleanLine(values.email) === '' && { email: 'form.emailRequired' as const }),
    ...(cleanLine(values.username) === '' && { username: 'credentials.usernameRequired' as const }),
    ...missingPasswords(values),
  };
  if (Object.keys(fields).length > 0) return { summary: 'credentials.fillAll', fields };
  const refusal = checkTyped(values);
  if (refusal !== undefined) return refusal;
  return checkUsername(values);
}

/** Same order as the signup. */
export function checkNewPassword(values: NewPasswordValues): Refusal<NewPasswordValues> | undefined {
  const fields = missingPasswords(values);
  if (Object.keys(fields).length > 0) return { summary: 'credentials.fillAll', fields };
  return checkTyped(values);
}
