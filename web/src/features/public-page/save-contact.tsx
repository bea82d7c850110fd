import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { Contact } from './items.ts';
import { type Profile, text, titleOf } from './profile.ts';
import { Text, texts } from './texts.tsx';

type SaveContactProps = {
  profile: Profile;
  displayName: string;
  contacts: readonly Contact[];
};

/** Offers the driver's contact as a vCard, which the page's script generates in the browser. */
export function SaveContact({ profile, displayName, contacts }: SaveContactProps): ReactNode {
  // The vCard contains only contacts that a tap on the page can reach, so invalid values are omitted.
  const reached = (icon: Contact['icon']) =>
    contacts.find((contact) => contact.icon === icon && contact.target.kind !== 'text');
  const website = reached('website')?.target;
  const contact = {
    name: titleOf(profile, displayName),
    company: text(profile.company),
    phone: reached('phone')?.value ?? '',
    email: reached('email')?.value ?? '',
    website: website?.kind === 'web' ? website.href : '',
    note: text(profile.bio),
  };
  return (
    <button type="button" className="pp-save" data-click="CLICK_VCARD" data-contact={JSON.stringify(contact)}>
      <Icon name="save" />
      <span>
        <Text of={texts.save} />
      </span>
    </button>
  );
}
