import { CLICK_NAMES, type ClickName } from '@volant/proto/activity/click-types';
import type { Operations } from '../supergraph/operations.generated.ts';

type Analytics = Operations['RestPageAnalytics']['data']['page']['analytics'];

export function restAnalytics({ summary, days, recentEvents }: Analytics) {
  const { views, clicks, clickCounts, customFields } = summary;
  const named = clickCounts.map(({ type, count }) => [type === 'VIEW' ? type : CLICK_NAMES[type], count]);
  return {
    summary: {
      views,
      clicks,
      clicksByType: Object.fromEntries(named) as Record<ClickName, number>,
      customFieldsBreakdown: Object.fromEntries(customFields.map(({ name, count }) => [name, count])),
    },
    chartData: days,
    recentEvents,
  };
}
