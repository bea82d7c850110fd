import type { ClickType } from '@volant/proto/activity/click-types';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { ContactItem } from './items.ts';

/** A way in which a passenger can send a request for a ride, with the address that a message is added to. */
export interface RideWay {
  readonly way: 'whatsapp' | 'sms' | 'email';
  readonly href: string;
  /** Recorded when it is used. An SMS counts as a call: both go to the phone number. */
  readonly click: ClickType;
}

/** The screen that the driver makes a booking voucher on. */
const VOUCHER_PATH = '/bon';
/** The number of a conversation; WhatsApp's short links accept no text. */
const WHATSAPP = /^https:\/\/wa\.me\/\d+$/;
/** A number without an extension or a code, and long enough to be no service. */
const NUMBER = /^tel:(\+?\d{8,15})$/;
const FRENCH_LANDLINE = /^(?:\+33|0)[1-589]/;

/** The ways of these contacts, the most usual first. */
export function rideWaysOf(contacts: readonly ContactItem[]): readonly RideWay[] {
  const hrefOf = (icon: ContactItem['icon']) => {
    const target = contacts.find((contact) => contact.icon === icon)?.target;
    return target === undefined || target.kind === 'text' ? '' : target.href;
  };
  const ways: RideWay[] = [];
  const whatsapp = hrefOf('whatsapp');
  if (WHATSAPP.test(whatsapp)) ways.push({ way: 'whatsapp', href: whatsapp, click: 'CLICK_WHATSAPP' });
  const number = NUMBER.exec(hrefOf('phone'))?.[1];
  if (number !== undefined && !FRENCH_LANDLINE.test(number)) {
    ways.push({ way: 'sms', href: `sms:${number}`, click: 'CLICK_CALL' });
  }
  const email = hrefOf('email');
  if (email !== '') ways.push({ way: 'email', href: email, click: 'CLICK_EMAIL' });
  return ways;
}

interface RideProps {
  /** At least one. */
  readonly ways: readonly RideWay[];
  readonly label: string;
  /** Without an icon, in another place than the button of the page. */
  readonly small?: boolean;
  /** Address of the page of a driver who needs a booking voucher for each ride. */
  readonly voucherAt?: string | undefined;
}

/** Opens the form for a ride; without the script, the driver's first way. */
export function Ride({ ways, label, small = false, voucherAt }: RideProps): ReactNode {
  const [first] = ways;
  if (first === undefined) return null;
  return (
    <a
      className={small ? 'pp-small' : 'pp-ride'}
      href={first.href}
      data-click={first.click}
      data-ride={JSON.stringify(ways)}
      data-voucher={voucherAt && new URL(VOUCHER_PATH, voucherAt).href}
    >
      {!small && <Icon name="ride" />}
      <span>{label}</span>
    </a>
  );
}
