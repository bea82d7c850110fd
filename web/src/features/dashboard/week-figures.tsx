import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Trend } from '../../charts/trend.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import type { PageCardFragment } from './page-card.generated.ts';
import './week-figures.css';

type Week = NonNullable<PageCardFragment['week']>;

/** Calls before views, because calls are the purpose of the card. */
export function WeekFigures({ week }: { readonly week: Week }) {
  const { t } = useTranslation();
  return (
    <div className="week">
      <Sparkline days={week.viewsByDay} />
      <dl className="week__figures">
        <Figure name={t('dashboard.weekCalls')} now={week.calls} before={week.compares && week.callsBefore} />
        <Figure name={t('dashboard.weekViews')} now={week.views} before={week.compares && week.viewsBefore} />
      </dl>
    </div>
  );
}

interface FigureProps {
  readonly name: string;
  readonly now: number;
  /** False if a page is too young to compare. */
  readonly before: number | false;
}

function Figure({ name, now, before }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="tabular">{useLocale().format.number(now)}</span>
        {before !== false && (now > 0 || before > 0) && <Trend now={now} before={before} />}
      </dd>
    </div>
  );
}

/** The sum of the pages' weeks; undefined if one could not be read. Compares only if each page does. */
export function weekOfAll(pages: readonly PageCardFragment[]): Week | undefined {
  const weeks = pages.map(({ week }) => week).filter((week) => week !== null);
  const [first] = weeks;
  if (first === undefined || weeks.length < pages.length) return undefined;
  const sum = (of: (week: Week) => number) => weeks.reduce((total, week) => total + of(week), 0);
  return {
    ...first,
    views: sum(({ views }) => views),
    calls: sum(({ calls }) => calls),
    viewsBefore: sum(({ viewsBefore }) => viewsBefore),
    callsBefore: sum(({ callsBefore }) => callsBefore),
    compares: weeks.every(({ compares }) => compares),
    viewsByDay: first.viewsByDay.map((_, day) => sum(({ viewsByDay }) => viewsByDay[day] ?? 0)),
  };
}
