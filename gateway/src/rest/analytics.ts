import { CLICK_NAMES, type ClickName, type ClickType } from '@volant/proto/activity/click-types';
import type { z } from 'zod';
import type { EventType } from './inputs.ts';

/** A page's figures as GraphQL returns them. */
export interface GraphAnalytics {
  readonly summary: {
    readonly views: number;
    readonly clicks: number;
    readonly clickCounts: readonly { readonly type: ClickType; readonly count: number }[];
    readonly customFields: readonly { readonly name: string; readonly count: number }[];
  };
  readonly days: readonly { readonly date: string; readonly views: number; readonly clicks: number }[];
  readonly recentEvents: readonly {
    readonly id: string;
    readonly type: z.infer<typeof EventType>;
    readonly country: string | null;
    readonly createdAt: string;
  }[];
}

export function restAnalytics({ summary, days, recentEvents }: GraphAnalytics) {
  const { views, clicks, clickCounts, customFields } = summary;
  const named = clickCounts.map(({ type, count }) => [CLICK_NAMES[type], count]);
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
