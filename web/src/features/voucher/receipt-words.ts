import { groupedSiren } from '@volant/proto/profile/registers';
import { type Receipt, receiptName, vatCents } from './receipt.ts';
import { frenchTime, grouped, type Particular, type Sheet } from './voucher-words.ts';

/* What a receipt says, in French whatever the language of the phone: its issuer is a French business. */

const TITLE = 'Reçu';
const LAW =
  'Note obligatoire à partir de 25\u00a0€ toutes taxes comprises, remise avant le paiement (arrêté n° 83-50/A du 3 octobre 1983, article 1, modifié le 15 juillet 2010). Double à conserver deux ans.';
export const PAID: Readonly<Record<Receipt['payment'], string>> = {
  card: 'Carte bancaire',
  cash: 'Espèces',
  transfer: 'Virement',
  cheque: 'Chèque',
  other: 'Autre moyen',
};

export function receiptTitle(receipt: Receipt): string {
  return `${TITLE} n° ${receiptName(receipt)}`;
}

/** Exact: an amount in cents is far below the precision of numbers. */
export function euros(cents: number): string {
  return (cents / 100).toLocaleString('fr-FR', { style: 'currency', currency: 'EUR' });
}

/** The sheet of a receipt, with the particulars of a note by the decree of 1983. */
export function receiptSheet(receipt: Receipt): Sheet {
  const { operator, operatorPhone, address, siren, revtc, client, pickUpAt, madeAt, zone, place, destination } =
    receipt;
  const { cents, vat, payment, replaces } = receipt;
  const tax = vatCents(receipt);
  const company = [siren && `SIREN ${groupedSiren(siren)}`, revtc].filter((text) => text !== '').join(', ');
  const ride = [frenchTime(pickUpAt, zone), [place, destination].filter((text) => text !== '').join(' – ')].join('\n');
  const further: readonly Particular[] = [
    ['Prestation', `transport de personnes, 1 course à ${euros(cents)}`],
    ['Total hors taxes', euros(cents - tax)],
    ['TVA', vat === 'ten' ? `10\u00a0%, ${euros(tax)}` : 'TVA non applicable, article 293 B du CGI'],
    ['Paiement', PAID[payment]],
    ['Établi le', frenchTime(madeAt, zone)],
    ['Corrige et remplace le reçu n°', replaces],
  ];
  return {
    title: receiptTitle(receipt),
    name: receiptTitle(receipt),
    particulars: [
      ['Émis par', [operator, address, grouped(operatorPhone), company].filter((text) => text !== '').join('\n')],
      ...(client === '' ? [] : [['Client', client] as const]),
      ['Course', ride],
      ['Total toutes taxes comprises', euros(cents)],
    ],
    further: further.filter(([, value]) => value !== ''),
    foot: LAW,
  };
}
