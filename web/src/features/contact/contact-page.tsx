import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link, useRouteLoaderData } from 'react-router';
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

/** `again` is the form after a confirmation, which takes the focus of the link that opened it. */
type Stage = 'form' | 'sent' | 'again';

function ContactPage() {
  const { t } = useTranslation();
  const [stage, setStage] = useState<Stage>('form');
  const company = useRouteLoaderData<RuntimeConfig>('root')?.company ?? {};
  return (
    <div className="contact page">
      <div className="stack gap-4">
        <PageHeading title={t('contact.title')} className="screen-title" />
        {stage === 'sent' ? (
          <Confirmation onAgain={() => setStage('again')} />
        ) : (
          <>
            <p className="contact__lede">{t('contact.lede')}</p>
            <ContactForm takesFocus={stage === 'again'} onSent={() => setStage('sent')} />
          </>
        )}
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

/** Replaces the form at its place, so that a phone shows it. */
function Confirmation({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="stack at-start gap-4" aria-labelledby="sent-title">
      <h2 id="sent-title" className="contact__sent" tabIndex={-1} ref={heading}>
        {t('contact.sentTitle')}
      </h2>
      <Notice tone="success" role="status" text={t('contact.sent')} />
      <Link className="contact__again" to={href('/contact')} onClick={onAgain}>
        {t('contact.again')}
      </Link>
    </section>
  );
}

interface ContactFormProps {
  readonly takesFocus: boolean;
  readonly onSent: () => void;
}

function ContactForm({ takesFocus, onSent }: ContactFormProps) {
  const { t } = useTranslation();
  const [blank] = useState(() => blankContact(currentSession()));
  const draft = useDraftForm<ContactValues>('contact', contactSchema, blank, checkContact);
  const { form, attempt, failure, setFailure, field, submit, forget } = draft;
  const { run, busy } = useSingleFlight(async (sent: ContactValues) => {
    try {
      await sendMessage(sent);
      forget();
      onSent();
    } catch (error) {
      setFailure(failureOf(error, 'contact.failed'), fieldOf(error, FIELD_OF));
    }
  });
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus('name', { shouldSelect: false });
  }, [takesFocus, setFocus]);

  return (
    <form className="form" noValidate onSubmit={submit(run)}>
      <TextField {...field('name')} label={t('contact.name')} autoComplete="name" required />
      <EmailField {...field('email')} autoComplete="email" />
      <TextField {...field('subject')} label={t('contact.subject')} autoComplete="off" required />
      <TextArea {...field('message')} label={t('contact.message')} hint={t('contact.messageHint')} rows={6} required />
      <TrapField field={form.register('leftBlank')} label={t('contact.trap')} />
      {/* Beside the button, because the top of the form may be scrolled out of view. */}
      <FailureNotice key={attempt} failure={failure} />
      <Button type="submit" busy={busy}>
        {busy ? t('contact.busy') : t('contact.submit')}
      </Button>
    </form>
  );
}

export { ContactPage as Component };
