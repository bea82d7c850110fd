import { readEmail } from '@volant/proto/contact/email';
import { readInstagram } from '@volant/proto/contact/instagram';
import { readWholePhone } from '@volant/proto/contact/phone';
import { readWebsite } from '@volant/proto/contact/website';
import { readWholeWhatsapp } from '@volant/proto/contact/whatsapp';
import { cleanLine } from '@volant/proto/text/clean-text';
import type { TextKey } from '../../i18n/text-key.ts';

const CONTACTS = ['phone', 'whatsapp', 'email', 'website', 'instagram'] as const;
type Contact = (typeof CONTACTS)[number];

type ContactValues = Readonly<Record<Contact | 'phoneCountry' | 'whatsappCountry', string>>;

const INVALID: Readonly<Record<Contact, TextKey>> = {
  phone: 'editor.phoneInvalid',
  whatsapp: 'editor.whatsappInvalid',
  email: 'editor.emailInvalid',
  website: 'editor.websiteInvalid',
  instagram: 'editor.instagramInvalid',
};

/** Contacts as saved: national numbers completed, pasted surroundings removed. */
export function cleaned(values: ContactValues): Readonly<Record<Contact, string>> {
  const found = read(values);
  const or = (name: Contact) => found[name] ?? cleanLine(values[name]);
  return {
    phone: or('phone'),
    whatsapp: or('whatsapp'),
    email: or('email'),
    website: or('website'),
    instagram: or('instagram'),
  };
}

/** Errors of contacts that can be neither called nor opened. */
export function invalidContacts(values: ContactValues): Readonly<Partial<Record<Contact, TextKey>>> {
  const found = read(values);
  const invalid = CONTACTS.filter((name) => cleanLine(values[name]) !== '' && found[name] === undefined);
  return Object.fromEntries(invalid.map((name) => [name, INVALID[name]]));
}

function read(values: ContactValues): Readonly<Record<Contact, string | undefined>> {
  return {
    phone: readWholePhone(values.phone, values.phoneCountry)?.text,
    whatsapp: readWholeWhatsapp(values.whatsapp, values.whatsappCountry)?.text,
    email: readEmail(values.email)?.address,
    website: readWebsite(values.website)?.text,
    instagram: readInstagram(values.instagram)?.text,
  };
}
