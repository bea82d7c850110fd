import { PALETTE } from '@volant/proto/profile/custom-items';
import type { Language } from '@volant/proto/text/languages';
import type { ColorName } from './palette.ts';
import type french from './texts/items.fr.json';

/** Kinds of custom items that drivers often have, which the editor offers. */
export type TradeItem = keyof typeof french;

const LOOKS: Readonly<Record<TradeItem, readonly [icon: string, color: ColorName]>> = {
  languages: ['website.svg', 'Blue'],
  vehicle: ['info.svg', 'Indigo'],
  seats: ['person.svg', 'Purple'],
  hours: ['time.svg', 'Cyan'],
  airportFare: ['location.svg', 'Orange'],
  card: ['money.svg', 'Emerald'],
  childSeat: ['heart.svg', 'Pink'],
  wheelchair: ['person.svg', 'Teal'],
  booking: ['calendar.svg', 'Blue'],
  payment: ['money.svg', 'Green'],
  review: ['star.svg', 'Yellow'],
  vtcNumber: ['document.svg', 'Gray'],
  taxiNumber: ['document.svg', 'Yellow'],
  tip: ['gift.svg', 'Pink'],
  babySeat: ['heart.svg', 'Purple'],
  animals: ['heart.svg', 'Teal'],
  cpam: ['document.svg', 'Green'],
  electric: ['info.svg', 'Emerald'],
  woman: ['person.svg', 'Indigo'],
  quiet: ['time.svg', 'Cyan'],
};

export const TRADE_ITEMS = Object.keys(LOOKS) as readonly TradeItem[];

/** Labels in every language, because a driver and a passenger may read different ones. */
const catalogues = import.meta.glob<Readonly<Record<TradeItem, string>>>('./texts/items.*.json', {
  eager: true,
  import: 'default',
});
const itemByLabel = new Map(
  Object.values(catalogues).flatMap((labels) => TRADE_ITEMS.map((item) => [labels[item], item] as const)),
);

/** The kind of item that has this label in any language. */
export function tradeItemOf(label: string): TradeItem | undefined {
  return itemByLabel.get(label.trim());
}

export function labelIn(language: Language, item: TradeItem): string {
  return catalogues[`./texts/items.${language}.json`]?.[item] ?? item;
}

/** The label in the reader's language; texts of the driver's own stay as they are. */
export function labelFor(language: Language): (label: string) => string {
  return (label) => {
    const item = tradeItemOf(label);
    return item === undefined ? label : labelIn(language, item);
  };
}

/** Icon and colour of a new item of this kind. */
export function lookOf(item: TradeItem): { readonly icon: string; readonly color: string } {
  const [icon, color] = LOOKS[item];
  return { icon, color: PALETTE[color] };
}
