import type { ContactFile, StoredPhoto } from '@volant/proto/rendering/page-renderer';
import { buildVcard, vcardFileName, vcardPhoto } from '../script/vcard.ts';
import { contactOf } from '../view/contact.ts';
import { contactsOf } from '../view/items.ts';
import { addressOf } from './page-code.ts';
import type { PublicPageInput } from './public-page-input.ts';

type ContactFileInput = Pick<PublicPageInput, 'publicId' | 'origin' | 'displayName' | 'blocks' | 'avatar'>;

/** The driver's contact file, byte for byte as the page's script makes it. */
export function renderContactFile(input: ContactFileInput, photo: StoredPhoto | undefined): ContactFile {
  const { displayName, blocks, avatar } = input;
  const contact = contactOf({
    profile: blocks,
    contacts: contactsOf(blocks),
    displayName,
    avatar,
    address: addressOf(input),
  });
  const content = buildVcard(contact, photo && vcardPhoto(photo.body, photo.contentType));
  return { name: vcardFileName(contact), content };
}
