import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link, useNavigate } from 'react-router';
import * as v from 'valibot';
import { ApiError } from '../../api/api-error.ts';
import { dropDraft, readDraft, writeDraft } from '../../api/drafts.ts';
import { type Failure, failureOf, fixedFailure, ownFailure } from '../../api/failure.ts';
import { parsed } from '../../api/parsed.ts';
import { Button } from '../../ui/button.tsx';
import { CardArt } from '../../ui/card-art.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Refusal, useCheckedForm } from '../../ui/use-checked-form.ts';
import { useLater } from '../../ui/use-later.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { claim } from './claim.ts';
import { pageIdFrom } from './page-id.ts';
import { ReadCard } from './read-card.tsx';
import './claim.css';

const TO_EDITOR_MS = 2_000;
const DRAFT = 'claim';
/** Error codes shown at the id. */
const ABOUT_ID = ['PAGE_ALREADY_CLAIMED', 'PAGE_INACTIVE', 'PAGE_NOT_FOUND'];

interface ClaimValues {
  id: string;
}

function checkClaim({ id }: ClaimValues): Refusal<ClaimValues> | undefined {
  if (pageIdFrom(id) !== '') return undefined;
  return { summary: 'claim.empty', fields: { id: 'claim.empty' } };
}

/** Errors of /claim: by error code; a rate limit in the server's words. */
function claimFormFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    if (error.code === 'PAGE_ALREADY_CLAIMED') return ownFailure('claim.alreadyClaimed');
    if (error.code === 'PAGE_INACTIVE') return ownFailure('card.inactive');
    if (error.code === 'PAGE_NOT_FOUND') return ownFailure('card.notFound');
    if (error.code === 'TOO_MANY_REQUESTS') return failureOf(error, 'claim.failed');
  }
  return fixedFailure(error, 'claim.failed');
}

function ClaimPage() {
  const { t } = useTranslation();
  return (
    <div className="claim page">
      <div className="claim__main">
        <PageHeading title={t('claim.title')} className="screen-title" />
        <p className="claim__lede">{t('claim.lede')}</p>
        <ClaimForm />
        <p className="form__aside">
          {t('claim.noCard')} <Link to={href('/editor/new')}>{t('claim.toNewPage')}</Link>
        </p>
      </div>
      {/* Shows where the id is printed on the card. */}
      <aside className="claim__guide">
        <CardArt kind="solo" />
        <p>{t('claim.guide')}</p>
      </aside>
    </div>
  );
}

function ClaimForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [claimed, setClaimed] = useState<string>();
  const [start] = useState(() => ({ id: parsed(v.string(), readDraft(DRAFT)) ?? '' }));
  const checked = useCheckedForm<ClaimValues>(start, checkClaim);
  const { form, values, attempt, failure, setFailure, refuseField, errorOf, submit } = checked;
  const { run, busy } = useSingleFlight(async (sent: ClaimValues) => {
    const id = pageIdFrom(sent.id);
    try {
      await claim(id);
      setClaimed(id);
    } catch (error) {
      const told = claimFormFailure(error);
      if (error instanceof ApiError && ABOUT_ID.includes(error.code)) refuseField('id', told);
      else setFailure(told);
    }
  });

  useLater(claimed, TO_EDITOR_MS, () => void navigate(href('/editor/:id', { id: claimed ?? '' })));

  // The draft only has to survive a reload.
  useEffect(() => writeDraft(DRAFT, values.id), [values.id]);
  useEffect(() => () => dropDraft(DRAFT), []);

  const fill = (id: string) => {
    form.setValue('id', id);
    form.setFocus('id');
  };

  return (
    <form className="form" noValidate onSubmit={submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      {claimed !== undefined && (
        <Notice tone="success" role="status">
          <p className="notice__text">{t('claim.success')}</p>
          <p>{t('claim.toEditor')}</p>
        </Notice>
      )}
      <TextField
        {...form.register('id')}
        label={t('claim.id')}
        hint={t('claim.idHint')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={errorOf('id')}
      />
      <ReadCard onRead={fill} />
      <Button type="submit" busy={busy || claimed !== undefined}>
        {busy ? t('claim.busy') : t('claim.submit')}
      </Button>
    </form>
  );
}

export { ClaimPage as Component };
