import { DomainError } from '@volant/infra/errors/domain-error';
import { text } from '@volant/infra/text/outside-text';
import { brokenNumber, type Contact, contactCode, isContact, storedContact } from '@volant/proto/contact/contacts';
import { isHarmless } from '@volant/proto/contact/custom-value';
import { LONGEST_VALUE } from '@volant/proto/contact/plain-text';
import { ICONS, MOST_CUSTOM_ITEMS, PALETTE } from '@volant/proto/profile/custom-items';
import {
  type CustomField,
  DISPLAY_STYLES,
  eachSwitch,
  eachText,
  isMultiline,
  PROFILE_TEXTS,
  type Profile,
  type ProfileText,
} from '@volant/proto/profile/profile';
import { isRegister, REGISTERS, type Register, TRADES } from '@volant/proto/profile/registers';
import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_ITEM_NAME } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { hexColor } from './color.ts';
import { typedText } from './text.ts';

/** Items without a name or value are dropped before counting, so a request may contain more than are kept. */
const MAX_CUSTOM_FIELDS_RECEIVED = 100;

const short = () => typedText({ max: 200 });

/**
 * A contact: stores the usable value that the text contains, and refuses a text without one. The value is bounded and
 * not the text, because copied links have parameters.
 */
function contactInput(contact: Contact) {
  const limit = PROFILE_TEXTS[contact];
  return readInput(limit, contactCode(contact), (value) => storedContact(contact, value));
}

function readInput(limit: number, code: string, read: (value: string) => string | undefined) {
  return typedText({ max: LONGEST_VALUE, limit }).transform((value, context) => {
    const found = value === '' ? '' : read(value);
    const isLong = [...(found ?? value)].length > limit;
    if (found !== undefined && !isLong) return found;
    context.addIssue({ code: 'custom', params: isLong ? { limit } : { code } });
    return z.NEVER;
  });
}

/** A register number: other notations of it are read, and a number that cannot exist is refused. */
function registerInput(register: Register) {
  const { code, read } = REGISTERS[register];
  return readInput(LONGEST_VALUE, code, read);
}

/** Longer than any notation of a colour. */
const LONGEST_COLOR = 50;

/** A colour in any notation, or none; another text remains, and is no colour. */
const colorInput = () => typedText({ max: LONGEST_COLOR }).transform((written) => hexColor(written) ?? written);

const accentInput = () => colorInput().refine((color) => color === '' || hexColor(color) === color);

function textInput(text: ProfileText) {
  if (isContact(text)) return contactInput(text);
  if (isRegister(text)) return registerInput(text);
  if (text === 'accent') return accentInput();
  if (text === 'trade') return typedText({ max: LONGEST_VALUE }).pipe(z.enum(TRADES));
  return typedText({ max: PROFILE_TEXTS[text], multiline: isMultiline(text) });
}

const customFieldInput = z.strictObject({
  id: z
    .union([text(64), z.number()])
    .nullish()
    .transform((id) => String(id ?? '')),
  name: typedText({ max: LONGEST_ITEM_NAME }),
  value: short().refine(isHarmless),
  icon: z
    .enum(ICONS)
    .nullish()
    .transform((icon) => icon ?? ''),
  color: colorInput()
    .transform((color) => color.toUpperCase())
    .pipe(z.enum(['', ...Object.values(PALETTE)])),
});

/** Gives every item a distinct id: the client's if it has one, otherwise a numbered one. */
function withDistinctIds(fields: readonly CustomField[]): readonly CustomField[] {
  const taken = new Set<string>();
  return fields.map((field) => {
    let id = /^[A-Za-z0-9_-]+$/.test(field.id) ? field.id : '';
    for (let number = 1; id === '' || taken.has(id); number += 1) id = `field-${number}`;
    taken.add(id);
    return { ...field, id };
  });
}

const profileInput = z.strictObject({
  ...eachText((text) => textInput(text).exactOptional()),
  ...eachSwitch(() =>
    z
      .boolean()
      .nullish()
      .transform((on) => on ?? false)
      .exactOptional(),
  ),
  displayStyle: z
    .enum(DISPLAY_STYLES)
    .nullish()
    .transform((style) => style ?? 'modern')
    .exactOptional(),
  customFields: z
    .array(customFieldInput)
    .max(MAX_CUSTOM_FIELDS_RECEIVED)
    .nullish()
    .transform((fields) => withDistinctIds((fields ?? []).filter(({ name, value }) => name !== '' && value !== '')))
    .refine((fields) => fields.length <= MOST_CUSTOM_ITEMS)
    .exactOptional(),
});

const displayNameInput = typedText({ max: 200 });
const avatarInput = text(200)
  .regex(/^\/uploads\/[A-Za-z0-9_-]{1,128}\.(?:jpg|jpeg|png|webp)$/)
  .nullable();

/**
 * Parses the fields of a profile that a client names. Null empties a field.
 * @throws DomainError VALIDATION_FAILED naming the field, such as `profile.bio`, or a specific code such as
 *   PHONE_INVALID
 */
export function parseProfile(input: unknown): Partial<Profile> {
  const profile = parseField('profile', profileInput, input);
  const broken = brokenNumber(profile);
  if (broken !== undefined) throw new DomainError(contactCode(broken), { field: `profile.${broken}` });
  return profile;
}

/** @throws DomainError VALIDATION_FAILED */
export function parseDisplayName(input: unknown): string {
  return parseField('displayName', displayNameInput, input);
}

/**
 * Path of an uploaded picture; null (or an empty text) for none.
 * @throws DomainError VALIDATION_FAILED
 */
export function parseAvatar(input: unknown): string | null {
  return parseField('avatar', avatarInput, input === '' ? null : input);
}

/**
 * Parses one input by its schema; the error names the path of the invalid value.
 * @throws DomainError VALIDATION_FAILED
 */
export function parseField<T>(field: string, schema: z.core.$ZodType<T>, input: unknown): T {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [field, ...(issue?.path ?? []), ...unknownKey].map(String).join('.');
  const item = itemName(input, issue?.path ?? []);
  const { code = 'VALIDATION_FAILED', ...more }: IssueParams = (issue?.code === 'custom' && issue.params) || {};
  throw new DomainError(code, { field: readable(path), ...(item === '' ? {} : { item }), ...more });
}

interface IssueParams {
  /** Contacts have specific error codes. */
  readonly code?: string;
  /** Of a text that is too long. */
  readonly limit?: number;
}

/** The driver's name for the custom item that a path leads into. */
function itemName(input: unknown, [list, index]: readonly PropertyKey[]): string {
  if (list !== 'customFields' || typeof index !== 'number') return '';
  const { name } = Object((input as { customFields: unknown[] }).customFields[index]) as { name?: unknown };
  return typeof name === 'string' ? cleanLine([...name.slice(0, 80)].slice(0, 40).join('')) : '';
}

/** A key is text from the caller, so it is cut to the size that a message can carry. */
function readable(path: string): string {
  return path.slice(0, 80).replace(/[^\w.-]/g, '?');
}
