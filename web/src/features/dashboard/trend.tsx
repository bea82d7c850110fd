import { TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import './trend.css';

/** Change against the previous period: sign, amount, and a text for screen readers. */
export function Trend({ now, before }: { readonly now: number; readonly before: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const change = now - before;
  const way = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  return (
    <span className={`trend trend--${way}`}>
      {way === 'up' && <TrendingUp aria-hidden="true" />}
      {way === 'down' && <TrendingDown aria-hidden="true" />}
      <span className="tabular" aria-hidden="true">
        {way === 'same' ? t('trend.same') : format.change(change)}
      </span>
      <span className="visually-hidden">{t('trend.before', { before: format.number(before) })}</span>
    </span>
  );
}
