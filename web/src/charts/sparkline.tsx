import { useLocale } from '../i18n/use-locale.ts';
import './sparkline.css';

const STEP = 6;
const BAR = 4;
const HEIGHT = 28;

interface SparklineProps {
  /** Views of each day, oldest first; the second half is the current week. */
  readonly days: readonly number[];
}

/** Views of the last two weeks as small bars, the week before in a softer colour. */
export function Sparkline({ days }: SparklineProps) {
  const { t, format } = useLocale();
  const most = Math.max(1, ...days);
  const label = t('dashboard.viewsByDay', { days: days.length, views: days.map(format.number).join(', ') });
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${days.length * STEP - (STEP - BAR)} ${HEIGHT}`}
      preserveAspectRatio="xMinYMax"
      role="img"
      aria-label={label}
    >
      {days.map((views, day) => {
        // A day without views keeps a line, so that it is seen to be counted.
        const height = Math.max(1.5, (views / most) * HEIGHT);
        const bar = { x: day * STEP, y: HEIGHT - height, width: BAR, height, rx: 1 };
        // biome-ignore lint/suspicious/noArrayIndexKey: a day has nothing else that names it
        return <rect key={day} {...bar} className={day < days.length / 2 ? 'sparkline__before' : undefined} />;
      })}
    </svg>
  );
}
