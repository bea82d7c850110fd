import type { z } from 'zod';
import type { PageAnalytics } from './answers.ts';
import type { EventType } from './inputs.ts';

/** A page's figures as GraphQL returns them. */
export interface GraphAnalytics {
  readonly summary: {
    readonly views: number;
    readonly clicks: number;
    readonly clicksByType: z.infer<typeof PageAnalytics>['summary']['clicksByType'];
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
  const { views, clicks, clicksByType, customFields } = summary;
  return {
    summary: {
      views,
      clicks,
      clicksByType,
      customFieldsBreakdown: Object.fromEntries(customFields.map(({ name, count }) => [name, count])),
    },
    chartData: days,
    recentEvents,
  };
}
