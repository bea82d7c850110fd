import { TrendingDown, TrendingUp } from 'lucide-react';
import { useLocale } from '../i18n/use-locale.ts';
import './trend.css';

interface TrendProps {
  readonly now: number;
  readonly before: number;
  /** Whether the figures are percentages, whose difference is in points. */
  readonly percent?: boolean;
}

/** Change against the previous period: sign, amount, and a text for screen readers. */
export function Trend({ now, before, percent = false }: TrendProps) {
  const { t, format } = useLocale();
  const change = now - before;
  const way = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  const changed = percent ? t('trend.points', { change: format.change(change) }) : format.change(change);
  return (
    <span className={`trend trend--${way}`}>
      {way === 'up' && <TrendingUp aria-hidden="true" />}
      {way === 'down' && <TrendingDown aria-hidden="true" />}
      <span className="tabular" aria-hidden="true">
        {way === 'same' ? t('trend.same') : changed}
      </span>
      <span className="visually-hidden">
        {t('trend.before', { before: percent ? format.percent(before / 100) : format.number(before) })}
      </span>
    </span>
  );
}
