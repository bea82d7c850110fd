import { useTranslation } from 'react-i18next';
import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormat } from '../../i18n/use-format.ts';
import type { Column, Figures } from './by-month.ts';

/** Two bar charts over the same days or months, labelled directly; the table below has the same figures. */
export default function DailyBars({ unit, rows }: Column) {
  const { t } = useTranslation();
  const format = useFormat();
  const oldestFirst = [...rows].reverse();
  // Shared by both charts, so that their bars align. The top label may be up to twice the largest figure.
  const largest = Math.max(1, ...rows.map(({ views, clicks }) => Math.max(views, clicks)));
  const gutter = 10 + 7 * format.number(2 * largest).length;
  return (
    <div className="daily-bars" aria-hidden="true">
      <Bars
        unit={unit}
        rows={oldestFirst}
        gutter={gutter}
        series="clicks"
        label={t('analytics.clicks')}
        color="var(--signal-mark)"
      />
      <Bars
        unit={unit}
        rows={oldestFirst}
        gutter={gutter}
        series="views"
        label={t('analytics.views')}
        color="var(--accent)"
      />
    </div>
  );
}

interface BarsProps extends Column {
  readonly series: 'views' | 'clicks';
  readonly label: string;
  readonly color: string;
  /** Width of the axis labels, in pixels. */
  readonly gutter: number;
}

function Bars({ unit, rows, series, label, color, gutter }: BarsProps) {
  const format = useFormat();
  return (
    <div className="daily-bars__row">
      <p className="daily-bars__label">{label}</p>
      <ResponsiveContainer width="100%" height={132}>
        <BarChart
          data={rows}
          syncId="days"
          margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <XAxis
            dataKey="date"
            tickFormatter={unit === 'day' ? format.shortDay : format.shortMonth}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            tick={{ fill: 'var(--ink-soft)', fontSize: 12 }}
            minTickGap={48}
          />
          <YAxis
            width={gutter}
            allowDecimals={false}
            tickCount={3}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--ink-soft)', fontSize: 12 }}
            tickFormatter={format.number}
          />
          <Tooltip
            cursor={{ fill: 'var(--surface-sunken)' }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const day = active ? (payload?.[0]?.payload as Figures | undefined) : undefined;
              return day === undefined ? null : (
                <p className="daily-bars__tip">
                  <span>{unit === 'day' ? format.day(day.date) : format.month(day.date)}</span>
                  <strong className="tabular">{format.number(day[series])}</strong>
                </p>
              );
            }}
          />
          <Bar dataKey={series} fill={color} radius={[3, 3, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
