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

describe('ids that were answered 202, held against the tables', () => {
  it('are lost where no row is, doubled where several are, and a row of nobody’s is told', () => {
    const stored = new Map([
      ['a', 1],
      ['b', 2],
      ['x', 1],
    ]);
    expect(compareIds(['a', 'b', 'c'], stored)).toEqual({ readBack: 2, lost: 1, doubled: 1, unknown: 1 });
  });

  it('are asked for once each, however often they were answered', () => {
    expect(compareIds(['a', 'a'], new Map([['a', 1]]))).toEqual({ readBack: 1, lost: 0, doubled: 0, unknown: 0 });
  });
});

describe('a report, held against what was answered 202', () => {
  it('does not differ where all counts are right; days without events may be in it', () => {
    expect(compareReport(EVENTS, 'p', RIGHT)).toEqual([]);
  });

  it('differs by page, type and day', () => {
    const summary = { ...RIGHT.summary, views: 3, clicksByType: { ...RIGHT.summary.clicksByType, call: 0 } };
    const chartData = [{ date: '2026-11-22', views: 2, clicks: 1 }];
    expect(compareReport(EVENTS, 'p', { ...RIGHT, summary })).toEqual([
      'views of p: 3 instead of 2',
      'clicks (call) of p: 0 instead of 1',
    ]);
    expect(compareReport(EVENTS, 'p', { ...RIGHT, chartData })).toContain('views on 2026-11-20 of p: 0 instead of 1');
    expect(compareReport(EVENTS, 'p', { ...RIGHT, chartData })).toContain('views on 2026-11-22 of p: 2 instead of 0');
    expect(compareReport(EVENTS, 'p', { ...RIGHT, chartData }, false)).toEqual([]);
  });

  it('differs where it does not come', () => {
    expect(compareReport(EVENTS, 'p', undefined)).toEqual(['the report of p does not come: no answer']);
    expect(compareReport(EVENTS, 'p', { code: 'UNAVAILABLE' })).toEqual(['the report of p does not come: UNAVAILABLE']);
  });
});
