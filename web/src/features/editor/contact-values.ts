import {
  CONTACT_FIELDS,
  type Contact,
  isNumber,
  type NumberContact,
  storedContact,
} from '@volant/proto/contact/contacts';
import { cleanLine } from '@volant/proto/text/clean-text';
import type { InputHTMLAttributes } from 'react';
import type { TextKey } from '../../i18n/text-key.ts';

type Countries<T> = { [N in NumberContact as `${N}Country`]: T };
/** Calling codes for national numbers; not saved separately. */
export type CountryValues = Countries<string>;

/** One entry for each calling code. */
export function eachCountry<T>(of: (country: keyof CountryValues, number: NumberContact) => T): Countries<T> {
  const numbers = CONTACT_FIELDS.filter(isNumber);
  return Object.fromEntries(numbers.map((name) => [`${name}Country`, of(`${name}Country`, name)])) as Countries<T>;
}

type ContactValues = Readonly<Record<Contact, string> & CountryValues>;

type Input = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'>;

interface ContactField extends Input {
  readonly label: TextKey;
  readonly hint?: TextKey;
  /** Label of the calling code, for numbers. */
  readonly country?: TextKey;
  readonly autoComplete: string;
  /** Error of a text that can be neither called nor opened. */
  readonly invalid: TextKey;
}

export const FIELDS: Readonly<Record<Contact, ContactField>> = {
  phone: {
    invalid: 'editor.phoneInvalid',
    label: 'editor.phone',
    hint: 'editor.numberHint',
    country: 'phoneField.countryCode',
    autoComplete: 'tel',
  },
  whatsapp: {
    invalid: 'editor.whatsappInvalid',
    label: 'editor.whatsapp',
    country: 'editor.whatsappCountry',
    autoComplete: 'off',
  },
  email: {
    invalid: 'editor.emailInvalid',
    label: 'editor.email',
    type: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
  },
  website: {
    invalid: 'editor.websiteInvalid',
    label: 'editor.website',
    hint: 'editor.websiteHint',
    inputMode: 'url',
    autoComplete: 'url',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  instagram: {
    invalid: 'editor.instagramInvalid',
    label: 'editor.instagram',
    hint: 'editor.instagramHint',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  },
};

/** Contacts as saved: national numbers completed, pasted surroundings removed. */
export function cleaned(values: ContactValues): Readonly<Record<Contact, string>> {
  const saved = CONTACT_FIELDS.map((name) => [name, read(values, name) ?? cleanLine(values[name])]);
  return Object.fromEntries(saved) as Record<Contact, string>;
}

/** Contacts as saved, with grouped numbers also if the save came before the field had grouped its number. */
export async function tidied(values: ContactValues): Promise<Readonly<Record<Contact, string>>> {
  const contacts = cleaned(values);
  try {
    const { groupedNumber } = await import('../../ui/grouped-number.ts');
    const numbers = CONTACT_FIELDS.filter((name) => isNumber(name) && contacts[name].startsWith('+'));
    return { ...contacts, ...Object.fromEntries(numbers.map((name) => [name, groupedNumber(contacts[name])])) };
  } catch {
    // If the rules cannot be loaded on a bad connection, numbers stay ungrouped.
    return contacts;
  }
}

/** Errors of contacts that can be neither called nor opened. */
export function invalidContacts(values: ContactValues): Readonly<Partial<Record<Contact, TextKey>>> {
  const invalid = CONTACT_FIELDS.filter((name) => cleanLine(values[name]) !== '' && read(values, name) === undefined);
  return Object.fromEntries(invalid.map((name) => [name, FIELDS[name].invalid]));
}

function read(values: ContactValues, name: Contact): string | undefined {
  return storedContact(name, values[name], isNumber(name) ? values[`${name}Country`] : undefined);
}
