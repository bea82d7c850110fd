import type { IconName } from './icon.tsx';
import {
  customTarget,
  emailTarget,
  instagramLabel,
  instagramTarget,
  phoneTarget,
  type Target,
  websiteTarget,
  whatsappTarget,
} from './links.ts';
import { type ColorName, colorNameOf } from './palette.ts';
import { type Profile, text } from './profile.ts';
import { type Bilingual, texts } from './texts.tsx';

export type ClickType =
  | 'CLICK_CALL'
  | 'CLICK_WHATSAPP'
  | 'CLICK_EMAIL'
  | 'CLICK_WEBSITE'
  | 'CLICK_INSTAGRAM'
  | 'CLICK_VCARD'
  | 'CLICK_CUSTOM_FIELD';

/** One of the five ways to reach a driver that every profile has room for. */
export type Contact = {
  readonly icon: Extract<IconName, 'phone' | 'whatsapp' | 'email' | 'website' | 'instagram'>;
  readonly label: Bilingual;
  readonly click: ClickType;
  readonly value: string;
  readonly target: Target;
};

/** Something a driver has added: a name and a value, which may lead somewhere. */
export type CustomItem = {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly target: Target;
  /** Address of its drawing, if it has one. */
  readonly icon: string | undefined;
  readonly color: ColorName;
};

const iconFile =
  /^(?:phone|email|website|location|calendar|document|link|star|heart|building|person|info|money|gift|time|palette)\.svg$/;

/** The contacts that are given, the quickest first. */
export function contactsOf(profile: Profile): readonly Contact[] {
  const phone = text(profile.phone);
  const whatsapp = text(profile.whatsapp);
  const email = text(profile.email);
  const website = text(profile.website);
  const instagram = text(profile.instagram);
  const contacts: readonly Contact[] = [
    { icon: 'phone', label: texts.phone, click: 'CLICK_CALL', value: phone, target: phoneTarget(phone) },
    {
      icon: 'whatsapp',
      label: texts.whatsapp,
      click: 'CLICK_WHATSAPP',
      value: whatsapp,
      target: whatsappTarget(whatsapp),
    },
    { icon: 'email', label: texts.email, click: 'CLICK_EMAIL', value: email, target: emailTarget(email) },
    { icon: 'website', label: texts.website, click: 'CLICK_WEBSITE', value: website, target: websiteTarget(website) },
    {
      icon: 'instagram',
      label: texts.instagram,
      click: 'CLICK_INSTAGRAM',
      value: instagram && instagramLabel(instagram),
      target: instagramTarget(instagram),
    },
  ];
  return contacts.filter(({ value }) => value !== '');
}

/** Whether there are any to show. */
export function hasCustomItems({ customFields = [] }: Profile): boolean {
  return customFields.some(({ name, value }) => text(name) !== '' && text(value) !== '');
}

/** The custom items that have both a name and a value, in the driver's order. */
export function customItemsOf(profile: Profile): readonly CustomItem[] {
  return (profile.customFields ?? [])
    .map((field, index) => {
      const value = text(field.value);
      return {
        key: `${index}-${field.id ?? ''}`,
        name: text(field.name),
        value,
        target: customTarget(value),
        icon: field.icon && iconFile.test(field.icon) ? `/icons/${field.icon}` : undefined,
        color: colorNameOf(field.color),
      };
    })
    .filter(({ name, value }) => name !== '' && value !== '');
}
