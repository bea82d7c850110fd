import type { ClickType } from '../activity/click-types.ts';
import type { Language } from '../text/languages.ts';
import { countryCodeOf, DEFAULT_COUNTRY_CODE } from './country-codes.ts';
import { readEmail } from './email.ts';
import { readInstagram } from './instagram.ts';
import { phoneHref, readPhone } from './phone.ts';
import { readWebsite } from './website.ts';
import { readWhatsapp } from './whatsapp.ts';
import { isWhole } from './whole-number.ts';

export interface ContactReading {
  /** Stored form. */
  readonly text: string;
  /** Form shown to passengers. */
  readonly shown: string;
  readonly href: string;
  /** A telephone number as dialled. */
  readonly number?: string;
}

export interface ContactKind {
  /** Recorded when a passenger taps it. */
  readonly click: ClickType;
  /** Whether it opens a website or an action of the phone. */
  readonly opens: 'web' | 'action';
  /** Its property in the contact file; a brand is its label there. */
  readonly vcard: string;
  /** The name of its brand, also as languages with another script write it; catalogues repeat it by `npm run generate`. */
  readonly brand?: { readonly name: string } & Readonly<Partial<Record<Language, string>>>;
  /** A national number is completed by a calling code. */
  readonly isNumber: boolean;
  /** First usable value in a text. */
  read(given: string, countryCode?: string): ContactReading | undefined;
}

const digitsIn = (text: string) => text.replace(/[^+\d]/g, '');

/** The contact fields of a profile, the fastest way to the driver first. */
export const CONTACTS = {
  phone: {
    click: 'CLICK_CALL',
    opens: 'action',
    vcard: 'TEL;TYPE=CELL',
    isNumber: true,
    read(given: string, countryCode?: string) {
      const reading = readPhone(given, countryCode);
      return reading && { ...reading, shown: reading.text, href: phoneHref(reading) };
    },
  },
  whatsapp: {
    click: 'CLICK_WHATSAPP',
    opens: 'action',
    vcard: 'TEL;TYPE=CELL',
    brand: { name: 'WhatsApp', ar: 'واتساب' },
    isNumber: true,
    read(given: string, countryCode?: string) {
      const reading = readWhatsapp(given, countryCode);
      if (reading === undefined) return undefined;
      const isLink = reading.text.startsWith('https://');
      return isLink
        ? { ...reading, shown: reading.text.replace('https://', '') }
        : { ...reading, shown: reading.text, number: digitsIn(reading.text) };
    },
  },
  email: {
    click: 'CLICK_EMAIL',
    opens: 'action',
    vcard: 'EMAIL;TYPE=INTERNET',
    isNumber: false,
    read(given: string) {
      const reading = readEmail(given);
      return reading && { text: reading.address, shown: reading.address, href: reading.href };
    },
  },
  website: {
    click: 'CLICK_WEBSITE',
    opens: 'web',
    vcard: 'URL',
    isNumber: false,
    read(given: string) {
      const reading = readWebsite(given);
      return reading && { ...reading, shown: reading.text };
    },
  },
  instagram: {
    click: 'CLICK_INSTAGRAM',
    opens: 'web',
    vcard: 'URL',
    brand: { name: 'Instagram', ar: 'إنستغرام' },
    isNumber: false,
    read: (given: string) => readInstagram(given),
  },
} as const satisfies Readonly<Record<string, ContactKind>>;

export type Contact = keyof typeof CONTACTS;
/** Contacts that are telephone numbers. */
export type NumberContact = { [C in Contact]: (typeof CONTACTS)[C]['isNumber'] extends true ? C : never }[Contact];
/** Code of the refusal of a text without a usable value. */
export type ContactCode = `${Uppercase<Contact>}_INVALID`;

/** The name of a contact's brand in a language. */
export function brandOf(contact: Contact, language: Language): string | undefined {
  const { brand }: ContactKind = CONTACTS[contact];
  return brand?.[language] ?? brand?.name;
}

export const CONTACT_FIELDS = Object.keys(CONTACTS) as readonly Contact[];
export const CONTACT_CODES: readonly ContactCode[] = CONTACT_FIELDS.map(contactCode);

export function contactCode(contact: Contact): ContactCode {
  return `${contact.toUpperCase() as Uppercase<Contact>}_INVALID`;
}

/**
 * Stored form of the value in a text; undefined without a usable value. What is stored should be a number that exists,
 * so one that lacks digits is refused, although a stored one is shown.
 */
export function storedContact(contact: Contact, given: string, countryCode?: string): string | undefined {
  const reading: ContactReading | undefined = CONTACTS[contact].read(given, countryCode);
  return reading?.number !== undefined && !isWhole(reading.number) ? undefined : reading?.text;
}

type StoredContacts = Readonly<Partial<Record<Contact, string | undefined>>>;

/** Calling code of national numbers, where none was chosen: that of the other numbers, or of France; '' if not listed. */
function countryCodeIn(stored: StoredContacts): string {
  const numbers = CONTACT_FIELDS.filter(isNumber).map((contact) => stored[contact] ?? '');
  const international = numbers.filter((text) => text.startsWith('+'));
  const [code = DEFAULT_COUNTRY_CODE] = international.map((text) => countryCodeOf(text) ?? '');
  return code;
}

/** Completes a national WhatsApp number: its links need the international form, and so do other clients. */
export function withWhatsappCountry<C extends StoredContacts>(stored: C): C {
  const given = stored.whatsapp ?? '';
  const reading: ContactReading | undefined = CONTACTS.whatsapp.read(given);
  const number = reading?.number;
  if (number === undefined || !/^\d/.test(number)) return stored;
  const whatsapp = storedContact('whatsapp', given, countryCodeIn(stored));
  return whatsapp === undefined ? stored : { ...stored, whatsapp };
}

/** The first number that cannot be one, where no country was chosen, or that WhatsApp cannot call. */
export function brokenNumber(stored: StoredContacts): Contact | undefined {
  const numbers = CONTACT_FIELDS.filter(isNumber);
  // Of a country that is not listed, any number is accepted.
  const code = countryCodeIn(stored);
  return numbers.find((contact) => {
    const reading: ContactReading | undefined = CONTACTS[contact].read(stored[contact] ?? '');
    if (reading?.number === undefined) return false;
    const isNational = /^\d/.test(reading.number);
    return !isWhole(reading.number, code) || (contact === 'whatsapp' && isNational && code === '');
  });
}

export function isContact(field: string): field is Contact {
  return Object.hasOwn(CONTACTS, field);
}

export function isNumber(field: string): field is NumberContact {
  return isContact(field) && CONTACTS[field].isNumber;
}
