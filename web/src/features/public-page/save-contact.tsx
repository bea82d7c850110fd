import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { websiteTarget } from './links.ts';
import { type Profile, text, titleOf } from './profile.ts';
import { Text, texts } from './texts.tsx';

/** Offers the driver as an address-book entry, which the page's script makes in the browser. */
export function SaveContact({ profile, displayName }: { profile: Profile; displayName: string }): ReactNode {
  const website = text(profile.website);
  const target = websiteTarget(website);
  const contact = {
    name: titleOf(profile, displayName),
    company: text(profile.company),
    phone: text(profile.phone),
    email: text(profile.email),
    website: target.kind === 'text' ? website : target.href,
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
