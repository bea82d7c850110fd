import { cleanLine, cleanPassword } from '@volant/proto/text/clean-text';
import type { Refusal } from '../ui/use-checked-form.ts';

export interface NewPasswordValues {
  password: string;
  confirmPassword: string;
}

const MIN_PASSWORD = 6;
export const MIN_USERNAME = 3;

export function checkUsername({ username }: { readonly username: string }) {
  if (cleanLine(username).length >= MIN_USERNAME) return undefined;
  return { summary: 'credentials.usernameTooShort', fields: { username: 'credentials.usernameTooShort' } } as const;
}

export function missingPasswords({
  password,
  confirmPassword,
}: NewPasswordValues): Refusal<NewPasswordValues>['fields'] {
  return {
    ...(cleanPassword(password) === '' && { password: 'credentials.passwordRequired' as const }),
    ...(cleanPassword(confirmPassword) === '' && { confirmPassword: 'credentials.confirmRequired' as const }),
  };
}

/** Checks that both passwords are equal and long enough. */
export function checkTyped({ password, confirmPassword }: NewPasswordValues): Refusal<NewPasswordValues> | undefined {
  // Keyboards write the same accent in two ways.
  if (cleanPassword(password).normalize('NFC') !== cleanPassword(confirmPassword).normalize('NFC')) {
    return { summary: 'credentials.mismatch', fields: { confirmPassword: 'credentials.mismatch' } };
  }
  if (cleanPassword(password).length < MIN_PASSWORD)
    return { summary: 'credentials.tooShort', fields: { password: 'credentials.tooShort' } };
  return undefined;
}
