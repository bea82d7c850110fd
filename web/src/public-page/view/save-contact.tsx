import type { ReactNode } from 'react';
import type { VcardContact } from '../script/vcard.ts';
import { Icon } from './icon.tsx';

interface SaveContactProps {
  readonly contact: VcardContact;
  /** Address of the contact file; none in a preview. */
  readonly file: string | undefined;
  readonly label: string;
}

/** Offers the driver's contact as a vCard: the script makes the file, without it the link downloads the same one. */
export function SaveContact({ contact, file, label }: SaveContactProps): ReactNode {
  return (
    <a className="pp-save" href={file} data-click="CLICK_VCARD" data-contact={JSON.stringify(contact)}>
      <Icon name="save" />
      <span>{label}</span>
    </a>
  );
}
