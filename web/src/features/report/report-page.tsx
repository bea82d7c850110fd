import { plainCardId } from '@volant/proto/text/card-id';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useParams } from 'react-router';
import { failureOf, fieldOf } from '../../api/failure.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { TrapField } from '../../ui/trap-field.tsx';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import {
  BLANK_REPORT,
  checkReport,
  FIELD_OF,
  REASONS,
  type ReportValues,
  reportSchema,
  sendReport,
} from './report-values.ts';
import './report.css';

const MARK = '\u0000';

/** Where the foot of a public page leads: tells the support what is wrong with the page. */
function ReportPage() {
  const { t } = useTranslation();
  const { id: given = '' } = useParams();
  const id = plainCardId(given) ?? given;
  const [sent, setSent] = useState(false);
  const back = (
    <ButtonLink look="secondary" to={href('/d/:id', { id })} reloadDocument>
      {t('report.back')}
    </ButtonLink>
  );
  if (sent) {
    return (
      <MessageScreen title={t('report.sentTitle')} text={t('report.sentText')}>
        {back}
      </MessageScreen>
    );
  }
  // The mark is where the id goes, which is an element, so that it stays on one line.
  const [before, after] = t('report.lede', { id: MARK }).split(MARK);
  return (
    <div className="report page">
      <PageHeading title={t('report.title')} className="screen-title" />
      <p className="report__lede">
        {before}
        <bdi className="report__id" translate="no">
          {id}
        </bdi>
        {after}
      </p>
      <ReportForm id={id} onSent={() => setSent(true)} />
      {back}
    </div>
  );
}

function ReportForm({ id, onSent }: { readonly id: string; readonly onSent: () => void }) {
  const { t } = useTranslation();
  const draft = useDraftForm<ReportValues>(`report:${id}`, reportSchema, BLANK_REPORT, checkReport);
  const { form, attempt, failure, setFailure, field, submit } = draft;
  const { run, busy } = useSingleFlight(async (values: ReportValues) => {
    try {
      await sendReport(id, values);
      draft.forget();
      onSent();
    } catch (error) {
      setFailure(failureOf(error, 'report.failed'), fieldOf(error, FIELD_OF));
    }
  });
  const reasons = t('report.reasons', { returnObjects: true });
  return (
    <form className="form" noValidate onSubmit={submit(run)}>
      <SelectField
        {...field('reason')}
        label={t('report.reason')}
        required
        options={[['', t('report.choose')], ...REASONS.map((reason) => [reason, reasons[reason]] as const)]}
      />
      <TextArea {...field('message')} label={t('report.message')} rows={5} />
      <TextField
        {...field('email')}
        type="email"
        dir="ltr"
        label={t('report.email')}
        hint={t('report.emailHint')}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TrapField field={form.register('leftBlank')} label={t('report.trap')} />
      <FailureNotice key={attempt} failure={failure} />
      <Button type="submit" busy={busy}>
        {busy ? t('report.busy') : t('report.submit')}
      </Button>
    </form>
  );
}

export { ReportPage as Component };
