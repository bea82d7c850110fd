import { useLocale } from '../../../i18n/use-locale.ts';
import { cardReference } from '../../../print/card-reference.ts';
import type { Card } from '../batches/cards-table.tsx';

/** A card by its number, name, and what is printed on its back. */
export function CardToWrite({ card: { number, page }, total }: { readonly card: Card; readonly total: number }) {
  const { t, format } = useLocale();
  return (
    <p className="stack">
      <span className="field__hint">
        {t('adminCards.nfcCard', { number: format.number(number), total: format.number(total) })}
      </span>
      <strong dir="auto">{page.displayName || page.id}</strong>
      <code translate="no">{cardReference({ ...page, number })}</code>
    </p>
  );
}
