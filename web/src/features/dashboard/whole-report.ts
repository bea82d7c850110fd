import type { AnalyticsReportFragment } from './analytics-report.generated.ts';
import type { ReportDetailsFragment } from './report-details.generated.ts';

/** All figures of a page, which come in two answers: those that show at once, and the details. */
export type WholeReport = AnalyticsReportFragment & ReportDetailsFragment;

export function wholeReport(report: AnalyticsReportFragment, details: ReportDetailsFragment): WholeReport {
  return { ...report, ...details, summary: { ...report.summary, ...details.summary } };
}
