import { customLink } from '@volant/proto/contact/custom-value';
import { readEmail } from '@volant/proto/contact/email';
import { readInstagram } from '@volant/proto/contact/instagram';
import { phoneHref, readPhone } from '@volant/proto/contact/phone';
import { readWebsite } from '@volant/proto/contact/website';
import { readWhatsapp } from '@volant/proto/contact/whatsapp';
import type { IconName } from './icon.tsx';
import { type ColorName, colorNameOf } from './palette.ts';
import { type Profile, text } from './profile.ts';
import { type Bilingual, texts } from './texts.tsx';

/** Action of a tap on a value: follow a link, or copy the text. */
export type Target = { readonly kind: 'web' | 'action'; readonly href: string } | { readonly kind: 'text' };

export type ClickType =
  | 'CLICK_CALL'
  | 'CLICK_WHATSAPP'
  | 'CLICK_EMAIL'
  | 'CLICK_WEBSITE'
  | 'CLICK_INSTAGRAM'
  | 'CLICK_VCARD'
  | 'CLICK_CUSTOM_FIELD';

/** One of the five fixed contact fields of a profile. */
export type Contact = {
  readonly icon: Extract<IconName, 'phone' | 'whatsapp' | 'email' | 'website' | 'instagram'>;
  readonly label: Bilingual;
  readonly click: ClickType;
  readonly value: string;
  readonly target: Target;
};

/** A custom item of the driver: a name and a value, which may be a link. */
export type CustomItem = {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly target: Target;
  /** Address of its icon, if it has one. */
  readonly icon: string | undefined;
  readonly color: ColorName;
};

const iconFile =
  /^(?:phone|email|website|location|calendar|document|link|star|heart|building|person|info|money|gift|time|palette)\.svg$/;

/** A value as displayed, and its link. */
type Shown = Pick<Contact, 'value' | 'target'>;

const asText: Target = { kind: 'text' };

/**
 * The given contacts, the fastest first. Values stored before validation existed that are no valid contact are shown
 * as text.
 */
export function contactsOf(profile: Profile): readonly Contact[] {
  const contacts: readonly Contact[] = [
    { icon: 'phone', label: texts.phone, click: 'CLICK_CALL', ...phone(text(profile.phone)) },
    { icon: 'whatsapp', label: texts.whatsapp, click: 'CLICK_WHATSAPP', ...whatsapp(text(profile.whatsapp)) },
    { icon: 'email', label: texts.email, click: 'CLICK_EMAIL', ...email(text(profile.email)) },
    { icon: 'website', label: texts.website, click: 'CLICK_WEBSITE', ...website(text(profile.website)) },
    { icon: 'instagram', label: texts.instagram, click: 'CLICK_INSTAGRAM', ...instagram(text(profile.instagram)) },
  ];
  return contacts.filter(({ value }) => value !== '');
}

function phone(value: string): Shown {
  const reading = readPhone(value);
  if (reading === undefined) return { value, target: asText };
  return { value: reading.text, target: { kind: 'action', href: phoneHref(reading) } };
}

function whatsapp(value: string): Shown {
  const reading = readWhatsapp(value);
  if (reading === undefined) return { value, target: asText };
  return { value: reading.text.replace('https://', ''), target: { kind: 'action', href: reading.href } };
}

function email(value: string): Shown {
  const reading = readEmail(value);
  if (reading === undefined) return { value, target: asText };
  return { value: reading.address, target: { kind: 'action', href: reading.href } };
}

function website(value: string): Shown {
  const reading = readWebsite(value);
  if (reading === undefined) return { value, target: asText };
  return { value: reading.text, target: { kind: 'web', href: reading.href } };
}

function instagram(value: string): Shown {
  const reading = readInstagram(value);
  if (reading === undefined) return { value, target: asText };
  return { value: reading.shown, target: { kind: 'web', href: reading.href } };
}

/** Whether there are custom items to show. */
export function hasCustomItems({ customFields = [] }: Profile): boolean {
  return customFields.some(({ name, value }) => text(name) !== '' && text(value) !== '');
}

/** The custom items with both a name and a value, in the driver's order. */
export function customItemsOf(profile: Profile): readonly CustomItem[] {
  return (profile.customFields ?? [])
    .map((field, index) => {
      const value = text(field.value);
      return {
        key: `${index}-${field.id ?? ''}`,
        name: text(field.name),
        value,
        target: customLink(value) ?? asText,
        icon: field.icon && iconFile.test(field.icon) ? `/icons/${field.icon}` : undefined,
        color: colorNameOf(field.color),
      };
    })
    .filter(({ name, value }) => name !== '' && value !== '');
}
