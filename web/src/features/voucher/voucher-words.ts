import { groupedSiren } from '@volant/proto/profile/registers';
import { withFirst } from '@volant/proto/text/first-of-month';
import { siteOrigin } from '../../browser/site-origin.ts';
import { escaped, fold } from '../../public-page/script/vcard.ts';
import { type Voucher, voucherHash } from './voucher.ts';

/*
 * What a voucher says on paper, on the screen for controls, in a calendar and to the client. In French, whatever the
 * language of the phone: officers read it.
 */

export const VOUCHER_TITLE = 'Bon de réservation VTC';
/** The facts, with their source and date. */
export const LAW =
  'Mentions du décret du 6 août 2025 (JORFTEXT000052153206), selon la fiche F31027 de service-public.fr, version du 16 septembre 2025.';

export type Particular = readonly [label: string, value: string];

/** What a PDF shows, from above to below. */
export interface Sheet {
  readonly title: string;
  /** Shown by readers of the file, and its name. */
  readonly name: string;
  readonly particulars: readonly Particular[];
  readonly code?: { readonly link: string; readonly label: string };
  readonly further: readonly Particular[];
  readonly foot: string;
}

/** A time with its distance from UTC, so that the repeated hour of an autumn night is told apart. */
export function frenchTime(instant: string, zone: string): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const hour = { hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset' } as const;
  return withFirst(new Date(instant).toLocaleString('fr-FR', { timeZone: zone, ...day, ...hour }), 'fr');
}

/** A French number as people read it. */
export function grouped(phone: string): string {
  return phone.replace(/^\+33(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '+33\u00a0$1\u00a0$2\u00a0$3\u00a0$4\u00a0$5');
}

/** The seven particulars of the decree, in its order. */
export function particulars(voucher: Voucher): readonly Particular[] {
  const { operator, operatorPhone, address, client, phone, bookedAt, pickUpAt, zone, place, revtc, siren } = voucher;
  return [
    ['Exploitant', [operator, address, grouped(operatorPhone)].filter((text) => text !== '').join('\n')],
    ['Client', `${client}\n${grouped(phone)}`],
    ['Réservé le', frenchTime(bookedAt, zone)],
    ['Prise en charge souhaitée le', frenchTime(pickUpAt, zone)],
    ['Lieu de prise en charge', place],
    ['Inscription au registre des VTC', revtc],
    ['SIREN', groupedSiren(siren)],
  ];
}

/** What is not compulsory. */
export function furtherLines(voucher: Voucher): readonly Particular[] {
  const { destination, price, id, madeAt, zone, replaces } = voucher;
  const lines: readonly Particular[] = [
    ['Destination', destination],
    ['Prix convenu', price && `${price.replace('.', ',')}\u00a0€`],
    ['Bon n°', id],
    ['Établi le', frenchTime(madeAt, zone)],
    ['Corrige le bon n°', replaces],
  ];
  return lines.filter(([, value]) => value !== '');
}

export const CODE_LABEL = 'Code QR qui ouvre ce bon sur un autre téléphone';

export function voucherSheet(voucher: Voucher): Sheet {
  return {
    title: VOUCHER_TITLE,
    name: `${VOUCHER_TITLE} ${voucher.id}`,
    particulars: particulars(voucher),
    code: { link: voucherLink(voucher), label: CODE_LABEL },
    further: furtherLines(voucher),
    foot: LAW,
  };
}

export function voucherLink(voucher: Voucher): string {
  return `${siteOrigin()}/bon${voucherHash(voucher)}`;
}

/** The confirmation to the client. */
export function confirmation(voucher: Voucher): string {
  const { operator, operatorPhone, pickUpAt, zone, place, destination, price } = voucher;
  const lines: readonly Particular[] = [
    ['Départ', place],
    ['Arrivée', destination],
    ['Date', frenchTime(pickUpAt, zone)],
    ['Prix', price && `${price.replace('.', ',')}\u00a0€`],
    ['Chauffeur', `${operator}, ${operatorPhone}`],
  ];
  const shown = lines.filter(([, value]) => value !== '').map(([label, value]) => `${label}\u00a0: ${value}`);
  const last = `Bon de réservation (booking voucher)\u00a0: ${voucherLink(voucher)}`;
  return ['Bonjour, votre course est confirmée. Your ride is confirmed.', ...shown, last].join('\n');
}

/** The addresses that open the confirmation in an app. */
export function confirmationLinks(voucher: Voucher): Readonly<Record<'whatsapp' | 'sms' | 'email', string>> {
  const text = encodeURIComponent(confirmation(voucher));
  const number = voucher.phone.replace(/[^+\d]/g, '');
  return {
    whatsapp: `https://wa.me/${number.replace('+', '')}?text=${text}`,
    sms: `sms:${number}?&body=${text}`,
    email: `mailto:?subject=${encodeURIComponent('Votre course')}&body=${text.replaceAll('%0A', '%0D%0A')}`,
  };
}

/** A calendar file (RFC 5545) that rings an hour before. */
export function calendarFile(voucher: Voucher): string {
  const stamp = (instant: string) => `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`;
  const { id, madeAt, pickUpAt, client, phone, place, destination } = voucher;
  const end = new Date(Date.parse(pickUpAt) + 3_600_000).toISOString();
  const about = [client, phone, destination && `→ ${destination}`].filter((text) => text !== '').join('\n');
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Volant//Bon de réservation//FR', 'BEGIN:VEVENT'],
    ...[`UID:${id}@volant`, `DTSTAMP:${stamp(madeAt)}`, `DTSTART:${stamp(pickUpAt)}`, `DTEND:${stamp(end)}`],
    ...[`SUMMARY:${escaped(`Course : ${client}`)}`, `LOCATION:${escaped(place)}`, `DESCRIPTION:${escaped(about)}`],
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT1H', `DESCRIPTION:${escaped(`Course : ${place}`)}`],
    ...['END:VALARM', 'END:VEVENT', 'END:VCALENDAR'],
  ];
  return lines.map((text) => `${fold(text)}\r\n`).join('');
}
