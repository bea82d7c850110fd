import { countryCodeOf, DEFAULT_COUNTRY_CODE, toCallable } from '../../ui/international-number.ts';
import type { Refusal } from '../../ui/use-checked-form.ts';
import type { Picture } from '../../ui/use-picture-upload.ts';
import type { ProfileSectionFragment } from './profile-section.generated.ts';
import type { ProfileInput } from './use-profile.generated.ts';

export interface ProfileValues {
  username: string;
  email: string;
  phone: string;
  /** Digits of the country code a national number is completed with; not saved by itself. */
  phoneCountry: string;
  picture: Picture;
}

export interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

const MIN_USERNAME = 3;
const MIN_PASSWORD = 6;

export function profileValuesOf({ username, email, phone, avatar }: ProfileSectionFragment): ProfileValues {
  return {
    username: username ?? '',
    email: email ?? '',
    phone: phone ?? '',
    phoneCountry: countryCodeOf(phone ?? '') ?? DEFAULT_COUNTRY_CODE,
    picture: { path: avatar ?? '', file: undefined },
  };
}

/** What is sent. The picture only where it is another one, as the server asks whose it is. */
export function profileInputOf(values: ProfileValues, avatar: string, former: string): ProfileInput {
  const phone = toCallable(values.phone, values.phoneCountry);
  return {
    username: values.username.trim(),
    email: values.email.trim(),
    phone: phone === '' ? null : phone,
    ...(avatar !== former && { avatar: avatar === '' ? null : avatar }),
  };
}

export function checkProfile({ username, email }: ProfileValues): Refusal<ProfileValues> | undefined {
  const fields = {
    ...(username.trim() === '' && { username: 'account.usernameRequired' as const }),
    ...(email.trim() === '' && { email: 'auth.emailRequired' as const }),
  };
  if (Object.keys(fields).length > 0) return { summary: 'account.fillRequired', fields };
  if (username.trim().length < MIN_USERNAME) {
    return { summary: 'auth.usernameTooShort', fields: { username: 'auth.usernameTooShort' } };
  }
  return undefined;
}

/** In the order of a signup: everything given, then the same twice, then long enough. */
export function checkPasswords(values: PasswordValues): Refusal<PasswordValues> | undefined {
  const { currentPassword, newPassword, confirmPassword } = values;
  const fields = {
    ...(currentPassword === '' && { currentPassword: 'account.currentRequired' as const }),
    ...(newPassword === '' && { newPassword: 'account.newRequired' as const }),
    ...(confirmPassword === '' && { confirmPassword: 'auth.confirmRequired' as const }),
  };
  if (Object.keys(fields).length > 0) return { summary: 'account.fillPasswords', fields };
  if (newPassword !== confirmPassword) {
    return { summary: 'auth.mismatch', fields: { confirmPassword: 'auth.mismatch' } };
  }
  if (newPassword.length < MIN_PASSWORD) return { summary: 'auth.tooShort', fields: { newPassword: 'auth.tooShort' } };
  return undefined;
}
