import { CONTACT_FIELDS, type Contact } from '../contact/contacts.ts';
import type * as wire from '../volant/pages/v1/page_pb.ts';
import { REGISTER_FIELDS, REGISTERS, type Register } from './registers.ts';

export const DISPLAY_STYLES = ['modern', 'minimal', 'buttons'] as const;
export type DisplayStyle = (typeof DISPLAY_STYLES)[number];

type ProfileField = Exclude<keyof wire.Profile, '$typeName' | '$unknown' | 'displayStyle' | 'customFields'>;
/** Name of a switch of a profile, as in the message; all are off at first. */
export type ProfileSwitch = { [F in ProfileField]: wire.Profile[F] extends boolean ? F : never }[ProfileField];
/** Name of a text in a profile, as in the message. */
export type ProfileText = Exclude<ProfileField, ProfileSwitch>;

export const PROFILE_SWITCHES = [
  'rideRequests',
  'showsPlate',
  'showsRegister',
] as const satisfies readonly ProfileSwitch[];

/** Maximum length of each text of a profile, in characters: the driver, the business, its numbers, the contacts. */
export const PROFILE_TEXTS: Readonly<Record<ProfileText, number>> = {
  ...{ name: 200, company: 200, bio: 500, legalNotice: 200, accent: 7, trade: 4, address: 200, taxiTown: 100 },
  ...(Object.fromEntries(REGISTER_FIELDS.map((register) => [register, REGISTERS[register].longest])) as Record<
    Register,
    number
  >),
  ...(Object.fromEntries(CONTACT_FIELDS.map((contact) => [contact, 200])) as Record<Contact, number>),
};

/** Whether a text may have several lines. */
export function isMultiline(text: ProfileText): boolean {
  return text === 'bio' || text === 'legalNotice';
}

export interface CustomField {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** File name below /icons/, or empty. */
  readonly icon: string;
  /** One of the palette's hex colours, or empty for grey. */
  readonly color: string;
}

/** What a driver fills in (`blocksJson`); an empty text means "not given". */
export interface Profile extends Readonly<Record<ProfileText, string> & Record<ProfileSwitch, boolean>> {
  readonly displayStyle: DisplayStyle;
  readonly customFields: readonly CustomField[];
}

/** One entry for each text of a profile. */
export function eachText<T>(of: (text: ProfileText) => T): Record<ProfileText, T> {
  const texts = Object.keys(PROFILE_TEXTS) as ProfileText[];
  return Object.fromEntries(texts.map((text) => [text, of(text)])) as Record<ProfileText, T>;
}

/** One entry for each switch of a profile. */
export function eachSwitch<T>(of: (name: ProfileSwitch) => T): Record<ProfileSwitch, T> {
  return Object.fromEntries(PROFILE_SWITCHES.map((name) => [name, of(name)])) as Record<ProfileSwitch, T>;
}

/** Names of the texts and switches of a profile. */
export const PROFILE_FIELDS: readonly string[] = [...Object.keys(PROFILE_TEXTS), ...PROFILE_SWITCHES];

export const EMPTY_PROFILE: Profile = {
  ...eachText(() => ''),
  ...eachSwitch(() => false),
  displayStyle: 'modern',
  customFields: [],
};

/** Part of the shape of views and snapshots that contain profiles: a new field rebuilds them. */
export function profileShape(): string {
  return PROFILE_FIELDS.join(' ');
}

/** Part of the names of views with profiles, because another shape needs another name. */
export function profileVersion(): number {
  return PROFILE_FIELDS.length;
}
