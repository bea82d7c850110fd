import type { ClickType } from '@volant/proto/activity/click-types';
import {
  CONTACT_FIELDS,
  CONTACTS,
  type Contact,
  type ContactKind,
  withWhatsappCountry,
} from '@volant/proto/contact/contacts';
import { customLink } from '@volant/proto/contact/custom-value';
import { ICONS } from '@volant/proto/profile/custom-items';
import { type ColorName, colorNameOf } from './palette.ts';
import { type Profile, text } from './profile.ts';

/** Action of a tap on a value: follow a link, or copy the text. */
export type Target = { readonly kind: 'web' | 'action'; readonly href: string } | { readonly kind: 'text' };

/** A contact field of the profile, as displayed. */
export type ContactItem = {
  readonly icon: Contact;
  readonly click: ClickType;
  readonly value: string;
  readonly target: Target;
  /** As dialled, if it is a telephone number; a link may not tell it. */
  readonly number?: string | undefined;
};

/** A custom item of the driver: a name and a value, which may be a link. */
export type CustomItem = {
  readonly key: string;
  /** As the driver wrote it; recorded with its clicks. */
  readonly name: string;
  /** Its name as shown. */
  readonly label: string;
  readonly value: string;
  readonly target: Target;
  /** Address of its icon, if it has one. */
  readonly icon: string | undefined;
  readonly color: ColorName;
};

const icons: ReadonlySet<string> = new Set(ICONS);

const asText: Target = { kind: 'text' };

/**
 * The given contacts, the fastest first. Values stored before validation existed that are no valid contact are shown
 * as text.
 */
export function contactsOf(profile: Profile): readonly ContactItem[] {
  const contacts = withWhatsappCountry(profile);
  return CONTACT_FIELDS.map((icon) => {
    const { click, opens: kind, read }: ContactKind = CONTACTS[icon];
    const value = text(contacts[icon]);
    const reading = read(value);
    return {
      ...{ icon, click },
      ...(reading === undefined
        ? { value, target: asText }
        : { value: reading.shown, target: { kind, href: reading.href }, number: reading.number }),
    };
  }).filter(({ value }) => value !== '');
}

/**
 * The custom items with both a name and a value, in the driver's order.
 * @param labelOf what is shown of a name
 */
export function customItemsOf(profile: Profile, labelOf: (name: string) => string): readonly CustomItem[] {
  return (profile.customFields ?? [])
    .map((field, index) => {
      const [name, value] = [text(field.name), text(field.value)];
      return {
        key: `${index}-${field.id ?? ''}`,
        ...{ name, label: labelOf(name), value },
        target: customLink(value) ?? asText,
        icon: field.icon && icons.has(field.icon) ? `/icons/${field.icon}` : undefined,
        color: colorNameOf(field.color),
      };
    })
    .filter(({ name, value }) => name !== '' && value !== '');
}
