import { Fragment } from 'react';
import { Trend } from '../../charts/trend.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import type { HourFiguresFragment } from './hour-map.generated.ts';
import { isInPeak, peakOf } from './insight.ts';
import '../../charts/charts.css';
import './hour-map.css';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Hours with a label, so that labels have room on a phone. */
const LABELLED = 6;

/** Views by day of the week and hour, as a map, and as a table for those who cannot see it. */
export function HourMap({ hours }: { readonly hours: readonly HourFiguresFragment[] }) {
  const { t, format } = useLocale();
  const views = new Map(hours.map(({ weekday, hour, views }) => [weekday * 24 + hour, views]));
  const viewsAt = (weekday: number, hour: number) => views.get(weekday * 24 + hour) ?? 0;
  const most = Math.max(0, ...views.values());
  const peak = peakOf(hours);
  const isPeak = (weekday: number, hour: number) => peak !== undefined && isInPeak(peak, weekday, hour);
  const framed = hours.filter(({ weekday, hour }) => isPeak(weekday, hour));
  const inPeak = framed.reduce((sum, { views }) => sum + views, 0);
  const before = framed.reduce((sum, { viewsBefore }) => sum + (viewsBefore ?? 0), 0);
  const compares = framed.some(({ viewsBefore }) => viewsBefore !== null);
  if (most === 0) return <p className="charts__none">{t('analytics.noVisits')}</p>;
  return (
    <>
      <div className="hour-map" aria-hidden="true">
        <span />
        {HOURS.map((hour) => (
          <span key={hour} className="hour-map__hour">
            {hour % LABELLED === 0 && format.hour(hour)}
          </span>
        ))}
        {WEEKDAYS.map((weekday) => (
          <Fragment key={weekday}>
            <span className="hour-map__day">{format.shortWeekday(weekday)}</span>
            {HOURS.map((hour) => (
              <Cell key={hour} share={Math.sqrt(viewsAt(weekday, hour) / most)} isPeak={isPeak(weekday, hour)} />
            ))}
          </Fragment>
        ))}
      </div>
      <p className="analytics__compared">
        {t('analytics.hourMost', { most: format.number(most) })}{' '}
        {peak !== undefined && t('analytics.hourPeak', { views: format.number(inPeak) })}{' '}
        {compares && <Trend now={inPeak} before={before} />}
      </p>
      <details className="analytics__table">
        <summary>{t('analytics.table')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
        <section className="daily-table" aria-label={t('analytics.hourTable')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('analytics.oneHour')}</th>
                {WEEKDAYS.map((weekday) => (
                  <th key={weekday} scope="col">
                    {format.shortWeekday(weekday)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="tabular">
              {HOURS.map((hour) => (
                <tr key={hour}>
                  <th scope="row">{format.hour(hour)}</th>
                  {WEEKDAYS.map((weekday) => (
                    <td key={weekday}>{format.number(viewsAt(weekday, hour))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}

/** Its size tells the views as its colour does, so that neither alone is needed. */
function Cell({ share, isPeak }: { readonly share: number; readonly isPeak: boolean }) {
  return (
    <span className={`hour-map__cell${isPeak ? ' hour-map__cell--peak' : ''}`}>
      {share > 0 && <span style={{ transform: `scale(${0.25 + 0.75 * share})`, opacity: 0.35 + 0.65 * share }} />}
    </span>
  );
}
