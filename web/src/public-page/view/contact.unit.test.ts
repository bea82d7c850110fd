// @vitest-environment node
import { expect, it } from 'vitest';
import { contactOf } from './contact.ts';
import type { ContactItem } from './items.ts';

const entriesOf = (item: Pick<ContactItem, 'icon' | 'value' | 'number'>, href: string) => {
  const contacts: ContactItem[] = [{ ...item, click: 'CLICK_WHATSAPP', target: { kind: 'action', href } }];
  return contactOf({ profile: {}, contacts, displayName: 'Zoé', avatar: undefined, address: undefined }).entries;
};

it('saves the number of a messenger, whatever its links look like', () => {
  const whatsapp = { icon: 'whatsapp', value: '+33 6 12 34 56 78', number: '+33612345678' } as const;
  expect(entriesOf(whatsapp, 'https://signal.me/#p/+33612345678')).toEqual([
    ['TEL;TYPE=CELL', '+33612345678', 'WhatsApp'],
  ]);
});

it('saves a link that does not tell the number as a link', () => {
  const whatsapp = { icon: 'whatsapp', value: 'wa.me/message/ABC123' } as const;
  expect(entriesOf(whatsapp, 'https://wa.me/message/ABC123')).toEqual([
    ['URL', 'https://wa.me/message/ABC123', 'WhatsApp'],
  ]);
});

it('keeps the extension of a number', () => {
  const phone = { icon: 'phone', value: '+33 1 23 45 67 89 ext. 12', number: '+33123456789' } as const;
  expect(entriesOf(phone, 'tel:+33123456789;ext=12')).toEqual([['TEL;TYPE=CELL', '+33 1 23 45 67 89 ext. 12']]);
});
