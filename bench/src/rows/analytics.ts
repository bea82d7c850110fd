import { measureGlobalAnalytics } from '../global-analytics.ts';
import type { Row } from '../table.ts';

/** Global analytics over many events, measured in the service itself on an embedded ClickHouse. */
export async function analyticsRows(): Promise<readonly Row[]> {
  const few = await measureGlobalAnalytics(1_000_000);
  const many = await measureGlobalAnalytics(10_000_000);
  const growth = many.medianMs / few.medianMs;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return [
    {
      name: 'global analytics over 10 million events in two years, uncached, p95 of 30',
      goal: '≤ 150 ms',
      figures: { embedded: { text: `${ms(many.p95Ms)} (median ${ms(many.medianMs)})`, met: many.p95Ms <= 150 } },
    },
    {
      name: 'the same against a tenth of the closed days’ events',
      goal: '≤ 1.50 ×',
      figures: {
        embedded: {
          text: `${growth.toFixed(2)} × (${ms(few.medianMs)} → ${ms(many.medianMs)})`,
          met: growth <= 1.5,
        },
      },
    },
  ];
}
