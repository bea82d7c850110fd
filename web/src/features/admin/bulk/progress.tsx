import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';

/** Says that a series is being made, and that nobody has to wait for it. */
export function Progress({ quantity }: { readonly quantity: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  return (
    <div className="bulk__progress" role="status">
      <p id={id}>{t('adminBulk.running', { count: quantity, number: format.number(quantity) })}</p>
      <progress aria-labelledby={id} />
      <p className="field__hint">{t('adminBulk.mayLeave')}</p>
    </div>
  );
}
