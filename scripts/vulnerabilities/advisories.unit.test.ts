import { expect, it } from 'vitest';
import { problemsIn } from './advisories.ts';

const advisory = (id: string, severity: string) => ({
  source: 1,
  name: 'parser',
  dependency: 'parser',
  title: 'Reads beyond the end',
  url: `https://github.com/advisories/${id}`,
  severity,
  range: '<2.0.0',
});
const reportOf = (...advisories: readonly object[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      parser: { name: 'parser', severity: 'high', via: advisories },
      server: { name: 'server', severity: 'high', via: ['parser'] },
    },
  });

it('names each grave vulnerability once, and no other one', () => {
  const report = reportOf(advisory('GHSA-1', 'high'), advisory('GHSA-2', 'critical'), advisory('GHSA-3', 'moderate'));
  expect(problemsIn(report, {})).toEqual([
    'parser: Reads beyond the end (high, https://github.com/advisories/GHSA-1)',
    'parser: Reads beyond the end (critical, https://github.com/advisories/GHSA-2)',
  ]);
});

it('accepts a vulnerability with an exception, and refuses an exception without a vulnerability', () => {
  const exceptions = { 'GHSA-1': 'never called', 'GHSA-9': 'gone' };
  expect(problemsIn(reportOf(advisory('GHSA-1', 'high')), exceptions)).toEqual([
    'GHSA-9 is no vulnerability any more: remove its exception',
  ]);
});

it.each(['', '{"message":"request failed","error":{"code":"ENOTFOUND"}}', '<html>'])(
  'tells the answer %j of no registry from a report',
  (text) => {
    expect(problemsIn(text, {})).toBeUndefined();
  },
);
