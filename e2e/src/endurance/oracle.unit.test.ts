import { describe, expect, it } from 'vitest';
import type { SentEvent } from '../event-load.ts';
import { compareIds, compareReport, type Report } from './oracle.ts';

const EVENTS: readonly SentEvent[] = [
  { pageId: 'p', type: 'VIEW', day: '2026-11-20' },
  { pageId: 'p', type: 'VIEW', day: '2026-11-21' },
  { pageId: 'p', type: 'CLICK_CALL', day: '2026-11-21' },
  { pageId: 'other', type: 'VIEW', day: '2026-11-21' },
];
const RIGHT: Report = {
  summary: { views: 2, clicks: 1, clicksByType: { call: 1, whatsapp: 0, email: 0, vcard: 0 } },
  chartData: [
    { date: '2026-11-19', views: 0, clicks: 0 },
    { date: '2026-11-20', views: 1, clicks: 0 },
    { date: '2026-11-21', views: 1, clicks: 1 },
  ],
};

describe('the comparison of ids', () => {
  it('reports ids without a row as lost, with several rows as doubled, and rows that were never answered 202', () => {
    const stored = new Map([
      ['a', 1],
      ['b', 2],
      ['x', 1],
    ]);
    expect(compareIds(['a', 'b', 'c'], stored)).toEqual({ readBack: 2, lost: 1, doubled: 1, unknown: 1 });
  });

  it('counts an id once, however often it was answered', () => {
    expect(compareIds(['a', 'a'], new Map([['a', 1]]))).toEqual({ readBack: 1, lost: 0, doubled: 0, unknown: 0 });
  });
});

describe('the comparison of a report', () => {
  it('finds no difference if all counts are equal, even if the report contains days without events', () => {
    expect(compareReport(EVENTS, 'p', RIGHT)).toEqual([]);
  });

  it('finds differences by page, type and day', () => {
    const summary = { ...RIGHT.summary, views: 3, clicksByType: { ...RIGHT.summary.clicksByType, call: 0 } };
    const chartData = [{ date: '2026-11-22', views: 2, clicks: 1 }];
    expect(compareReport(EVENTS, 'p', { ...RIGHT, summary })).toEqual([
      'views of p: 3 instead of 2',
      'clicks (call) of p: 0 instead of 1',
    ]);
    expect(compareReport(EVENTS, 'p', { ...RIGHT, chartData })).toContain('views on 2026-11-20 of p: 0 instead of 1');
    expect(compareReport(EVENTS, 'p', { ...RIGHT, chartData })).toContain('views on 2026-11-22 of p: 2 instead of 0');
  });

  it('reports an error answer as a difference', () => {
    expect(compareReport(EVENTS, 'p', undefined)).toEqual(['the report of p does not come: no answer']);
    expect(compareReport(EVENTS, 'p', { code: 'UNAVAILABLE' })).toEqual(['the report of p does not come: UNAVAILABLE']);
  });
});
