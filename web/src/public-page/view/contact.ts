import { CONTACTS, type ContactKind } from '@volant/proto/contact/contacts';
import type { VcardContact, VcardEntry } from '../script/vcard.ts';
import type { ContactItem } from './items.ts';
import { type Profile, text } from './profile.ts';

export interface ContactSource {
  readonly profile: Profile;
  readonly contacts: readonly ContactItem[];
  readonly displayName: string;
  readonly avatar: string | undefined;
  /** Address of the page; none in a preview. */
  readonly address: string | undefined;
}

/** The driver's contact, as a passenger's phone stores it. */
export function contactOf({ profile, contacts, displayName, avatar, address }: ContactSource): VcardContact {
  const company = text(profile.company);
  return {
    name: text(profile.name) || (company === '' ? displayName.trim() : ''),
    company,
    // Only contacts that a tap on the page can reach, so invalid values are omitted.
    entries: [...contacts.flatMap(entryOf), ...(address === undefined ? [] : [['URL', address, 'Volant'] as const])],
    note: text(profile.bio),
    photo: avatar ?? '',
  };
}

function entryOf({ icon, value, target, number }: ContactItem): readonly VcardEntry[] {
  if (target.kind === 'text') return [];
  const { vcard: property, brand }: ContactKind = CONTACTS[icon];
  const named = (name: string, content: string): VcardEntry[] => [
    brand === undefined ? [name, content] : [name, content, brand.name],
  ];
  if (!property.startsWith('TEL')) return named(property, target.kind === 'web' ? target.href : value);
  if (number === undefined) return named('URL', target.href);
  return named(property, / ext\. \d+$/.test(value) ? value : number);
}
