import { countryCodeOf, DEFAULT_COUNTRY_CODE } from '@volant/proto/contact/country-codes';
import { readPhone } from '@volant/proto/contact/phone';
import { cleanLine } from '@volant/proto/text/clean-text';
import * as v from 'valibot';
import { readDraft } from '../../api/drafts.ts';
import { parsed } from '../../api/parsed.ts';
import { checkTyped, checkUsername, type NewPasswordValues } from '../../session/new-account.ts';
import type { Refusal } from '../../ui/use-checked-form.ts';
import { draftedPicture, type Picture, pictureFrom } from '../../ui/use-picture-upload.ts';
import type { ProfileSectionFragment } from './profile-section.generated.ts';
import type { ProfileInput } from './use-profile.generated.ts';

export interface ProfileValues {
  username: string;
  email: string;
  phone: string;
  /** Calling code for national numbers; not saved separately. */
  phoneCountry: string;
  picture: Picture;
}

export interface PasswordValues extends NewPasswordValues {
  currentPassword: string;
}

/** Stored part of an unsaved profile. */
const draftSchema = v.object({
  username: v.string(),
  email: v.string(),
  phone: v.string(),
  phoneCountry: v.string(),
  picture: draftedPicture,
});

/** Not a valid page id, so that the draft cannot collide with a page's. */
export const PROFILE_DRAFT = '@profile';

export function readProfileDraft(): ProfileValues | undefined {
  const draft = parsed(draftSchema, readDraft(PROFILE_DRAFT));
  return draft && { ...draft, picture: pictureFrom(draft.picture) };
}

/** Compares saved values: the grouping of a number and the chosen country do not matter. */
export function sameProfile(a: ProfileValues, b: ProfileValues): boolean {
  const saved = (values: ProfileValues) => {
    const { phone, ...rest } = profileInputOf(values, values.picture.path, '');
    return JSON.stringify([rest, phone?.replaceAll(/[^+\d]/g, ''), values.picture.file?.name]);
  };
  return saved(a) === saved(b);
}

export function profileValuesOf({ username, email, phone, avatar }: ProfileSectionFragment): ProfileValues {
  return {
    username: username ?? '',
    email: email ?? '',
    phone: phone ?? '',
    phoneCountry: countryCodeOf(phone ?? '') ?? DEFAULT_COUNTRY_CODE,
    picture: { path: avatar ?? '', file: undefined },
  };
}

/** The mutation input. Includes the picture only if it changed, because the server checks its owner. */
export function profileInputOf(values: ProfileValues, avatar: string, former: string): ProfileInput {
  const phone = readPhone(values.phone, values.phoneCountry)?.text ?? values.phone.trim();
  return {
    username: cleanLine(values.username),
    email: cleanLine(values.email),
    phone: phone === '' ? null : phone,
    ...(avatar !== former && { avatar: avatar === '' ? null : avatar }),
  };
}

export function checkProfile({ username, email }: ProfileValues): Refusal<ProfileValues> | undefined {
  const fields = {
    ...(cleanLine(username) === '' && { username: 'account.usernameRequired' as const }),
    ...(cleanLine(email) === '' && { email: 'form.emailRequired' as const }),
  };
  if (Object.keys(fields).length > 0) return { summary: 'account.fillRequired', fields };
  return checkUsername({ username });
}

/** Checks in the order of the signup: all given, then both equal, then long enough. */
export function checkPasswords(values: PasswordValues): Refusal<PasswordValues> | undefined {
  const { currentPassword, password, confirmPassword } = values;
  const fields = {
    ...(currentPassword === '' && { currentPassword: 'account.currentRequired' as const }),
    ...(password === '' && { password: 'account.newRequired' as const }),
    ...(confirmPassword === '' && { confirmPassword: 'credentials.confirmRequired' as const }),
  };
  if (Object.keys(fields).length > 0) return { summary: 'account.fillPasswords', fields };
  return checkTyped(values);
}
