import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useLocale } from '../i18n/use-locale.ts';
import type { Column } from './by-month.ts';
import './charts.css';

/** What one chart shows of each day or month. */
interface Series {
  readonly label: string;
  readonly color: string;
  /** In the order of the days. */
  readonly figures: readonly number[];
}

interface DailyBarsProps extends Pick<Column, 'unit'> {
  /** Days, or first days of months, newest first. */
  readonly dates: readonly string[];
  readonly series: readonly Series[];
}

/** Bar charts over the same days or months, labelled directly; a table beside them has the same figures. */
export default function DailyBars({ unit, dates, series }: DailyBarsProps) {
  const { format } = useLocale();
  // Shared by all charts, so that their bars align. The top label may be up to twice the largest figure.
  const largest = Math.max(1, ...series.flatMap(({ figures }) => figures));
  const gutter = 10 + 7 * format.number(2 * largest).length;
  return (
    <div className="daily-bars" aria-hidden="true">
      {series.map(({ label, color, figures }) => (
        <Bars
          key={label}
          {...{ unit, gutter, label, color }}
          rows={dates.map((date, at) => ({ date, figure: figures[at] ?? 0 })).reverse()}
        />
      ))}
    </div>
  );
}

interface Row {
  readonly date: string;
  readonly figure: number;
}

interface BarsProps extends Pick<Column, 'unit'>, Omit<Series, 'figures'> {
  /** Oldest first. */
  readonly rows: readonly Row[];
  /** Width of the axis labels, in pixels. */
  readonly gutter: number;
}

function Bars({ unit, rows, label, color, gutter }: BarsProps) {
  const { format } = useLocale();
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
              const day = active ? (payload?.[0]?.payload as Row | undefined) : undefined;
              return day === undefined ? null : (
                <p className="daily-bars__tip">
                  <span>{unit === 'day' ? format.day(day.date) : format.month(day.date)}</span>
                  <strong className="tabular">{format.number(day.figure)}</strong>
                </p>
              );
            }}
          />
          <Bar dataKey="figure" fill={color} radius={[3, 3, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
