import { CONTACTS } from '@volant/proto/contact/contacts';
import type { ReactNode } from 'react';
import type { PageTexts } from '../../i18n/texts.ts';
import type { VcardContact } from '../../public-script/vcard.ts';
import { Icon } from './icon.tsx';
import type { ContactItem } from './items.ts';
import { type Profile, text, titleOf } from './profile.ts';

type SaveContactProps = {
  profile: Profile;
  displayName: string;
  contacts: readonly ContactItem[];
  texts: PageTexts;
};

/** Offers the driver's contact as a vCard, which the page's script generates in the browser. */
export function SaveContact({ profile, displayName, contacts, texts }: SaveContactProps): ReactNode {
  // The vCard contains only contacts that a tap on the page can reach, so invalid values are omitted.
  const entries = contacts.flatMap(({ icon, value, target }) => {
    const property = CONTACTS[icon].vcard;
    if (property === undefined || target.kind === 'text') return [];
    return [[property, target.kind === 'web' ? target.href : value] as const];
  });
  const contact: VcardContact = {
    name: titleOf(profile, displayName),
    company: text(profile.company),
    entries,
    note: text(profile.bio),
  };
  return (
    <button type="button" className="pp-save" data-click="CLICK_VCARD" data-contact={JSON.stringify(contact)}>
      <Icon name="save" />
      <span>{texts.save}</span>
    </button>
  );
}
