import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link, useNavigate } from 'react-router';
import * as v from 'valibot';
import { dropDraft, readDraft, writeDraft } from '../../api/drafts.ts';
import { parsed } from '../../api/parsed.ts';
import { claim } from '../../session/claim.ts';
import { Button } from '../../ui/button.tsx';
import { SoloCard } from '../../ui/card-art.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useLater } from '../../ui/use-later.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { type CardIdValues, checkCardId, claimFailure, isAboutCardId } from './card-id.ts';
import { CardIdField } from './card-id-field.tsx';
import { handoverTokenIn, pageIdFrom } from './page-id.ts';
import './claim.css';

const TO_EDITOR_MS = 2_000;
const DRAFT = 'claim';
function ClaimPage() {
  const { t } = useTranslation();
  return (
    <div className="claim page">
      <div className="stack gap-4">
        <PageHeading title={t('claim.title')} className="screen-title" />
        <p className="claim__lede">{t('claim.lede')}</p>
        <ClaimForm />
        <p className="form__aside">
          {t('claim.noCard')} <Link to={href('/editor/new')}>{t('claim.toNewPage')}</Link>
        </p>
      </div>
      {/* Shows where the id is printed on the card. */}
      <aside className="claim__guide">
        <SoloCard />
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
  const checked = useCheckedForm<CardIdValues>(start, checkCardId);
  const { form, values, attempt, failure, setFailure, errorOf, submit } = checked;
  const { run, busy } = useSingleFlight(async (sent: CardIdValues) => {
    const handover = handoverTokenIn(sent.id);
    if (handover !== undefined) return void navigate(`${href('/handover')}?token=${handover}`);
    const id = pageIdFrom(sent.id);
    try {
      await claim(id);
      setClaimed(id);
    } catch (error) {
      setFailure(claimFailure(error), isAboutCardId(error) ? 'id' : undefined);
    }
  });

  useLater(claimed, TO_EDITOR_MS, () => void navigate(href('/editor/:id', { id: claimed ?? '' })));

  // The draft only has to survive a reload.
  useEffect(() => writeDraft(DRAFT, values.id), [values.id]);
  useEffect(() => () => dropDraft(DRAFT), []);

  return (
    <form className="form" noValidate onSubmit={submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      {claimed !== undefined && (
        <Notice tone="success" role="status" text={t('claim.success')}>
          <p>{t('claim.toEditor')}</p>
        </Notice>
      )}
      <CardIdField form={form} label={t('claim.id')} error={errorOf('id')} />
      <Button type="submit" busy={busy || claimed !== undefined}>
        {busy ? t('claimScreen.busy') : t('claim.submit')}
      </Button>
    </form>
  );
}

export { ClaimPage as Component };
