import { Plus } from 'lucide-react';
import { useLocale } from '../../i18n/use-locale.ts';
import { labelIn, TRADE_ITEMS, type TradeItem, tradeItemOf } from '../../public-page/view/trade-items.ts';
import type { CustomItemValues } from './editor-values.ts';
import './item-chips.css';

interface ItemChipsProps {
  readonly fields: readonly CustomItemValues[];
  readonly onAdd: (kind: TradeItem) => void;
}

/** Items that drivers often have, to add with one tap; without those that the page already has. */
export function ItemChips({ fields, onAdd }: ItemChipsProps) {
  const { t, language } = useLocale();
  const present = new Set(fields.map(({ name }) => tradeItemOf(name)));
  const offered = TRADE_ITEMS.filter((kind) => !present.has(kind));
  if (offered.length === 0) return null;
  return (
    <fieldset className="item-chips">
      <legend className="field__label">{t('editor.offered')}</legend>
      {offered.map((kind) => (
        <button key={kind} type="button" className="item-chip" onClick={() => onAdd(kind)}>
          <Plus aria-hidden="true" />
          {labelIn(language, kind)}
        </button>
      ))}
    </fieldset>
  );
}
