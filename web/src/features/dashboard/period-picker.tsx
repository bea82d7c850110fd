import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnalyticsPeriod } from './analytics-modal.generated.ts';
import './period-picker.css';

const PERIODS: readonly AnalyticsPeriod[] = ['WEEK', 'MONTH', 'QUARTER', 'YEAR', 'ALL'];

interface PeriodPickerProps {
  readonly chosen: AnalyticsPeriod;
  readonly onChoose: (period: AnalyticsPeriod) => void;
}

/** Selects the period of a report, one of five. */
export function PeriodPicker({ chosen, onChoose }: PeriodPickerProps) {
  const { t } = useTranslation();
  const name = useId();
  const names = t('analytics.period', { returnObjects: true });
  return (
    <fieldset className="periods">
      <legend className="visually-hidden">{t('analytics.periods')}</legend>
      {PERIODS.map((period) => (
        <label key={period} className="periods__choice">
          <input type="radio" name={name} checked={period === chosen} onChange={() => onChoose(period)} />
          <span>{names[period]}</span>
        </label>
      ))}
    </fieldset>
  );
}
