import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useRouteLoaderData } from 'react-router';
import { failureOf, fieldOf } from '../../api/failure.ts';
import type { RuntimeConfig } from '../../app/config.ts';
import { currentSession } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { TrapField } from '../../ui/trap-field.tsx';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import {
  blankContact,
  type ContactValues,
  checkContact,
  contactSchema,
  FIELD_OF,
  sendMessage,
} from './contact-values.ts';
import './contact.css';

function ContactPage() {
  const { t } = useTranslation();
  const company = useRouteLoaderData<RuntimeConfig>('root')?.company ?? {};
  return (
    <div className="contact page">
      <div className="stack gap-4">
        <PageHeading title={t('contact.title')} className="screen-title" />
        <p className="contact__lede">{t('contact.lede')}</p>
        <ContactForm />
      </div>
      <aside className="stack at-start gap-6">
        <CompanyPanel company={company} />
        <ButtonLink look="secondary" to={href('/')}>
          {t('failure.goHome')}
        </ButtonLink>
      </aside>
    </div>
  );
}

/** Operator and response time. Omits what the operator has not set. */
export function CompanyPanel({ company }: { readonly company: NonNullable<RuntimeConfig['company']> }) {
  const { t } = useTranslation();
  const { name, address, email } = company;
  return (
    <section className="company" aria-labelledby="company-title">
      <h2 id="company-title" className="company__title">
        {t('contact.company')}
      </h2>
      <dl className="company__list">
        {name !== undefined && (
          <div>
            <dt>{t('contact.companyName')}</dt>
            <dd>{name}</dd>
          </div>
        )}
        {address !== undefined && (
          <div>
            <dt>{t('contact.address')}</dt>
            <dd className="company__address">{address}</dd>
          </div>
        )}
        {email !== undefined && (
          <div>
            <dt>{t('form.email')}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('contact.response')}</dt>
          <dd>{t('contact.responseTime')}</dd>
        </div>
      </dl>
    </section>
  );
}

function ContactForm() {
  const { t } = useTranslation();
  const [blank] = useState(() => blankContact(currentSession()));
  const [done, setDone] = useState(false);
  const draft = useDraftForm<ContactValues>('contact', contactSchema, blank, checkContact);
  const { form, attempt, failure, setFailure, field, submit } = draft;
  const { run, busy } = useSingleFlight(async (sent: ContactValues) => {
    setDone(false);
    try {
      await sendMessage(sent);
      form.reset(blank);
      setDone(true);
    } catch (error) {
      setFailure(failureOf(error, 'contact.failed'), fieldOf(error, FIELD_OF));
    }
  });

  return (
    <form className="form" noValidate onSubmit={submit(run)}>
      <TextField {...field('name')} label={t('contact.name')} autoComplete="name" required />
      <EmailField {...field('email')} autoComplete="email" />
      <TextField {...field('subject')} label={t('contact.subject')} autoComplete="off" required />
      <TextArea {...field('message')} label={t('contact.message')} hint={t('contact.messageHint')} rows={6} required />
      <TrapField field={form.register('leftBlank')} label={t('contact.trap')} />
      {/* Beside the button, because the top of the form may be scrolled out of view. */}
      <FailureNotice key={attempt} failure={failure} />
      {done && failure === undefined && <Notice tone="success" role="status" text={t('contact.sent')} />}
      <Button type="submit" busy={busy}>
        {busy ? t('contact.busy') : t('contact.submit')}
      </Button>
    </form>
  );
}

export { ContactPage as Component };
