import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocale } from '../../i18n/use-locale.ts';
import { TRADE_ITEMS, type TradeItem } from '../../public-page/view/trade-items.ts';
import { labelIn, tradeItemOf } from '../../public-page/view/workspace-items.ts';
import type { CustomItemValues } from './editor-values.ts';
import './item-chips.css';

interface ItemChipsProps {
  readonly fields: readonly CustomItemValues[];
  readonly onAdd: (kind: TradeItem) => void;
}

/** Offered first: what passengers ask most drivers for. */
const COMMON: readonly TradeItem[] = ['vehicle', 'airportFare', 'card', 'languages', 'booking'];
const BY_USE = [...COMMON, ...TRADE_ITEMS.filter((kind) => !COMMON.includes(kind))];

/** Items that drivers often have, to add with one tap, a few at first; without those that the page already has. */
export function ItemChips({ fields, onAdd }: ItemChipsProps) {
  const { t, language } = useLocale();
  const [all, setAll] = useState(false);
  const present = new Set(fields.map(({ name }) => tradeItemOf(name)));
  const offered = BY_USE.filter((kind) => !present.has(kind));
  if (offered.length === 0) return null;
  return (
    <fieldset className="item-chips">
      <legend className="field__label">{t('editor.offered')}</legend>
      {offered.slice(0, all ? undefined : COMMON.length).map((kind) => (
        <button key={kind} type="button" className="item-chip" onClick={() => onAdd(kind)}>
          <Plus aria-hidden="true" />
          {labelIn(language, kind)}
        </button>
      ))}
      {!all && offered.length > COMMON.length && (
        <button type="button" className="item-chip item-chip--all" onClick={() => setAll(true)}>
          {t('editor.offeredAll')}
        </button>
      )}
    </fieldset>
  );
}
