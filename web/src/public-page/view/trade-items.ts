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

type Labels = Readonly<Record<TradeItem, string>>;

/** Names of the kinds, for a part of the product that has the catalogues of these languages. */
export function itemLabels(catalogues: { readonly [L in Language]?: Labels }) {
  const itemByLabel = new Map(
    Object.values(catalogues).flatMap((labels) => TRADE_ITEMS.map((item) => [labels[item], item] as const)),
  );
  /** The kind of item that has this label in any of the languages. */
  const tradeItemOf = (label: string) => itemByLabel.get(label.trim());
  const labelIn = (language: Language, item: TradeItem): string => catalogues[language]?.[item] ?? item;
  return {
    tradeItemOf,
    labelIn,
    /** The label in the reader's language; texts of the driver's own stay as they are. */
    labelFor: (language: Language) => (label: string) => {
      const item = tradeItemOf(label);
      return item === undefined ? label : labelIn(language, item);
    },
  };
}

/** Icon and colour of a new item of this kind. */
export function lookOf(item: TradeItem): { readonly icon: string; readonly color: string } {
  const [icon, color] = LOOKS[item];
  return { icon, color: PALETTE[color] };
}
