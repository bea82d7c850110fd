import { Download } from 'lucide-react';
import { saveFile } from '../../browser/save-file.ts';
import { csvFile } from '../../i18n/csv.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import type { AnalyticsPeriod } from './analytics-modal.generated.ts';
import type { CardRow } from './card-rows.ts';
import { Part } from './part.tsx';
import { plainReport, reportRows } from './report-rows.ts';
import type { WholeReport } from './whole-report.ts';

interface ReportFilesProps {
  readonly id: string;
  readonly period: AnalyticsPeriod;
  readonly analytics: WholeReport;
  readonly cards: readonly CardRow[];
}

/** Everything that the report shows, as a file for a spreadsheet or a program. */
export function ReportFiles({ id, period, analytics, cards }: ReportFilesProps) {
  const { t, format, language } = useLocale();
  const name = `volant-${id}-${period.toLowerCase()}-${analytics.days[0]?.date ?? ''}`;
  const saveCsv = () => saveFile(`${name}.csv`, csvFile(reportRows(analytics, cards, t, format), language));
  const saveJson = () => {
    const text = JSON.stringify({ page: id, period, ...plainReport(analytics) }, undefined, 2);
    saveFile(`${name}.json`, new Blob([text], { type: 'application/json' }));
  };
  return (
    <Part title={t('analytics.files')}>
      <div className="cluster gap-3">
        <Button look="secondary" icon={Download} onClick={saveCsv}>
          {t('analytics.csv')}
        </Button>
        <Button look="secondary" icon={Download} onClick={saveJson}>
          {t('analytics.json')}
        </Button>
      </div>
    </Part>
  );
}
