import { useTranslation } from 'react-i18next';
import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormat } from '../../i18n/use-format.ts';
import type { DayFiguresFragment } from './daily-table.generated.ts';

type Days = readonly DayFiguresFragment[];

/** Two rows of bars over the same days, each named directly; the table below has the same figures. */
export default function DailyBars({ days }: { readonly days: Days }) {
  const { t } = useTranslation();
  const oldestFirst = [...days].reverse();
  return (
    <div className="daily-bars" aria-hidden="true">
      <Bars days={oldestFirst} series="views" label={t('analytics.views')} color="var(--accent)" />
      <Bars days={oldestFirst} series="clicks" label={t('analytics.clicks')} color="var(--signal)" />
    </div>
  );
}

interface BarsProps {
  readonly days: Days;
  readonly series: 'views' | 'clicks';
  readonly label: string;
  readonly color: string;
}

function Bars({ days, series, label, color }: BarsProps) {
  const format = useFormat();
  return (
    <div className="daily-bars__row">
      <p className="daily-bars__label">{label}</p>
      <ResponsiveContainer width="100%" height={132}>
        <BarChart
          data={days}
          syncId="days"
          margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <XAxis
            dataKey="date"
            tickFormatter={format.shortDay}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            tick={{ fill: 'var(--ink-soft)', fontSize: 12 }}
            minTickGap={48}
          />
          <YAxis
            width={34}
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
              const day = active ? (payload?.[0]?.payload as Days[number] | undefined) : undefined;
              return day === undefined ? null : (
                <p className="daily-bars__tip">
                  <span>{format.day(day.date)}</span>
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
