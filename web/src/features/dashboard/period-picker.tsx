import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/text-key.ts';
import type { AnalyticsPeriod } from './analytics-modal.generated.ts';
import './period-picker.css';

const PERIODS: readonly (readonly [AnalyticsPeriod, TextKey])[] = [
  ['WEEK', 'analytics.period.week'],
  ['MONTH', 'analytics.period.month'],
  ['YEAR', 'analytics.period.year'],
  ['ALL', 'analytics.period.all'],
];

interface PeriodPickerProps {
  readonly chosen: AnalyticsPeriod;
  readonly onChoose: (period: AnalyticsPeriod) => void;
}

/** Selects the period of a report, one of four. */
export function PeriodPicker({ chosen, onChoose }: PeriodPickerProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="periods">
      <legend className="visually-hidden">{t('analytics.period.label')}</legend>
      {PERIODS.map(([period, label]) => (
        <label key={period} className="periods__choice">
          <input type="radio" name={name} checked={period === chosen} onChange={() => onChoose(period)} />
          <span>{t(label)}</span>
        </label>
      ))}
    </fieldset>
  );
}
