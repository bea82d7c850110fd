import { isNumber } from '@volant/proto/contact/contacts';
import { countryCodeOf, DEFAULT_COUNTRY_CODE } from '@volant/proto/contact/country-codes';
import {
  type DisplayStyle,
  EMPTY_PROFILE,
  eachSwitch,
  eachText,
  isMultiline,
  type Profile,
  type ProfileSwitch,
  type ProfileText,
} from '@volant/proto/profile/profile';
import { cleanLine, cleanLines } from '@volant/proto/text/clean-text';
import type { UseFormReturn } from 'react-hook-form';
import { v4 as uuid } from 'uuid';
import type { ProfileFieldsFragment } from '../../api/profile-fields.generated.ts';
import type { PageState } from '../../api/shapes.ts';
import type { Refusal } from '../../ui/use-checked-form.ts';
import type { Picture } from '../../ui/use-picture-upload.ts';
import { cleanedRegisters, invalidRegisters } from './business-values.ts';
import { type CountryValues, cleaned, eachCountry, invalidContacts } from './contact-values.ts';
import type { EditedPageFragment } from './editor-page.generated.ts';
import type { PageInput } from './use-editor.generated.ts';

export interface CustomItemValues {
  id: string;
  name: string;
  value: string;
  icon: string;
  color: string;
}

export interface EditorValues extends Record<ProfileText, string>, Record<ProfileSwitch, boolean>, CountryValues {
  picture: Picture;
  displayName: string;
  displayStyle: DisplayStyle;
  customFields: CustomItemValues[];
  state: 'ACTIVE' | 'INACTIVE';
  indexable: boolean;
}

/** The page on the server; absent if never saved. */
export interface SavedPage {
  readonly id: string;
  readonly state: PageState;
  /** Version that was read, for optimistic locking of the next change. */
  readonly version: number;
}

export function savedOf({ id, state, version }: EditedPageFragment): SavedPage {
  return { id, state, version };
}

export interface EditorStart {
  readonly values: EditorValues;
  readonly saved: SavedPage | undefined;
}

export const emptyValues: EditorValues = {
  ...EMPTY_PROFILE,
  ...countriesOf(EMPTY_PROFILE),
  picture: { path: '', file: undefined },
  displayName: '',
  customFields: [],
  state: 'ACTIVE',
  indexable: false,
};

/** Starts a new page. */
export const NEW_PAGE: EditorStart = { values: emptyValues, saved: undefined };

function countriesOf(profile: Record<ProfileText, string>): CountryValues {
  return eachCountry((_, number) => countryCodeOf(profile[number]) ?? DEFAULT_COUNTRY_CODE);
}

export function newCustomItem(start: Partial<CustomItemValues> = {}): CustomItemValues {
  return { id: uuid(), name: '', value: '', icon: '', color: '', ...start };
}

/** Keeps another telephone number as an item. */
export function addNumber({ getValues, setValue }: UseFormReturn<EditorValues>, name: string, value: string): void {
  setValue('customFields', [...getValues('customFields'), newCustomItem({ name, value, icon: 'phone.svg' })]);
}

export function valuesOf(page: EditedPageFragment): EditorValues {
  const profile: ProfileFieldsFragment = page.profile;
  return {
    ...eachText((text) => profile[text]),
    ...eachSwitch((name) => profile[name]),
    displayStyle: profile.displayStyle,
    picture: { path: page.avatar ?? '', file: undefined },
    displayName: page.displayName,
    ...countriesOf(profile),
    customFields: profile.customFields.map(({ __typename, ...item }) => item),
    state: page.state === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE',
    indexable: page.indexable,
  };
}

/** The profile of the form's values: trimmed, contacts cleaned, incomplete items omitted. */
export function blocksOf(values: EditorValues): Profile & { customFields: CustomItemValues[] } {
  return {
    ...eachText((text) => (isMultiline(text) ? cleanLines : cleanLine)(values[text])),
    ...cleaned(values),
    ...cleanedRegisters(values),
    ...eachSwitch((name) => values[name]),
    displayStyle: values.displayStyle,
    customFields: values.customFields
      .map(({ id, name, value, icon, color }) => ({ id, name: cleanLine(name), value: cleanLine(value), icon, color }))
      .filter(({ name, value }) => name !== '' && value !== ''),
  };
}

/**
 * The mutation input. A driver may not set the state of a page blocked by an administrator. The picture is included
 * only if it changed, because the server checks its owner.
 */
export function inputOf(values: EditorValues, mayChangeState: boolean, formerPicture: string): PageInput {
  const { path } = values.picture;
  return {
    ...(path !== formerPicture && { avatar: path === '' ? null : path }),
    displayName: cleanLine(values.displayName),
    profile: blocksOf(values),
    ...(mayChangeState && { state: values.state }),
    indexable: values.indexable,
  };
}

/** Whether two forms look the same to the user. */
export function sameValues(a: EditorValues, b: EditorValues): boolean {
  return fingerprint(a) === fingerprint(b);
}

function fingerprint({ picture: { path, file }, displayName, state, indexable, ...values }: EditorValues): string {
  const texts = Object.entries(eachText((text) => (isNumber(text) ? digitsOf(values[text]) : values[text])));
  const items = values.customFields.map(({ name, value, icon, color }) => [name, value, icon, color]);
  const switches = eachSwitch((name) => values[name]);
  return JSON.stringify([path, file, displayName, state, indexable, texts, switches, values.displayStyle, items]);
}

/** Numbers compare equal regardless of grouping. */
function digitsOf(number: string): string {
  return number.replace(/\s/g, '');
}

export function checkEditor(values: EditorValues): Refusal<EditorValues> | undefined {
  // A title that is as empty as the name follows it.
  const needsTitle = cleanLine(values.displayName) === '' && values.displayName !== values.name;
  const names = {
    ...(needsTitle && { displayName: 'editor.displayNameRequired' as const }),
    ...(cleanLine(values.name) === '' && { name: 'editor.nameRequired' as const }),
  };
  const contacts = invalidContacts(values);
  const fields = { ...names, ...contacts, ...invalidRegisters(values) };
  if (Object.keys(fields).length === 0) return undefined;
  if (Object.keys(names).length > 0) return { summary: 'editor.namesRequired', fields };
  return { summary: Object.keys(contacts).length > 0 ? 'editor.contactInvalid' : 'editor.registerInvalid', fields };
}

/** Maps the server's field path to the form's field. Items without a name or value are not sent, so indexes differ. */
export function editorFieldOf(path: string, { customFields }: EditorValues): string {
  const [, index, part] = /^customFields\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (index === undefined) return path === 'avatar' ? 'picture' : path;
  const sent = customFields.filter(({ name, value }) => cleanLine(name) !== '' && cleanLine(value) !== '')[
    Number(index)
  ];
  return sent === undefined ? path : `customFields.${customFields.indexOf(sent)}.${part}`;
}
