import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import type { SeriesProgress } from './bulk-job.ts';

/** Shows the progress of a series, and that the user may leave. */
export function Progress({ asked, made }: SeriesProgress) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const number = format.number(asked);
  return (
    <div className="bulk__progress" role="status">
      <p id={id}>
        {made === undefined
          ? t('adminBulk.running', { count: asked, number })
          : t('adminBulk.madeOf', { count: asked, number, made: format.number(made) })}
      </p>
      <progress aria-labelledby={id} max={asked} value={made} />
      <p className="field__hint">{t('adminBulk.mayLeave')}</p>
    </div>
  );
}
