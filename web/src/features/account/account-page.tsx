import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FieldSkeleton, PictureSkeleton } from '../../ui/field-skeleton.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/skeleton.tsx';
import { AccountDocument } from './account-page.generated.ts';
import { AccountSection } from './account-section.tsx';
import { PROFILE_DRAFT } from './account-values.ts';
import { DataSection } from './data-section.tsx';
import { LetterSection } from './letter-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import './account.css';

function AccountPage() {
  const { t } = useTranslation();
  // Refetched on each visit; the form keeps its initial values, so that it does not change while the user types.
  const { data, error, loading, refetch } = useScreenQuery(AccountDocument, { fetchPolicy: 'network-only' });
  const [profileUnsaved, setProfileUnsaved] = useState(false);
  const [passwordUnsaved, setPasswordUnsaved] = useState(false);
  return (
    <div className="account page">
      <div className="account__head">
        <ButtonLink look="quiet" icon={ArrowLeft} to={href('/dashboard')} className="account__back">
          {t('account.back')}
        </ButtonLink>
        <PageHeading title={t('account.title')} className="screen-title" />
      </div>
      {data === undefined && error === undefined && <AccountSkeleton label={t('account.loading')} />}
      {data === undefined && error !== undefined && (
        <FailureNotice failure={fixedFailure(error, 'account.loadFailed')} retry={{ loading, refetch }} />
      )}
      {data !== undefined && (
        <>
          <ProfileSection user={data.me} onUnsaved={setProfileUnsaved} />
          <PasswordSection email={data.me.email ?? ''} onUnsaved={setPasswordUnsaved} />
          <SecondFactorSection user={data.me} onChanged={refetch} />
          <LetterSection user={data.me} />
          <DataSection />
          <DeleteSection email={data.me.email ?? ''} />
          <LeaveGuard dirty={profileUnsaved || passwordUnsaved} draft={PROFILE_DRAFT} />
        </>
      )}
    </div>
  );
}

/** Placeholder of the profile, the first section. */
function AccountSkeleton({ label }: { readonly label: string }) {
  const { t } = useTranslation();
  return (
    <Waiting label={label}>
      <AccountSection id="profile" title={t('account.profile')} hint={t('account.profileHint')}>
        <div className="form">
          <PictureSkeleton />
          <FieldSkeleton label={t('credentials.username')} hint={t('credentials.usernameHint')} />
          <FieldSkeleton label={t('form.email')} hint={t('account.emailHint')} />
          <FieldSkeleton label={t('account.phone')} hint={t('account.phoneHint')} />
        </div>
      </AccountSection>
    </Waiting>
  );
}

/** Rarely opened, so its code is not part of the screen's. */
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'));

/** Permanent deletion of the account, confirmed by password. */
function DeleteSection({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <AccountSection id="delete" title={t('account.delete')} hint={t('account.deleteHint')}>
      <div>
        <Button look="danger" onClick={() => setOpen(true)}>
          {t('account.deleteOpen')}
        </Button>
      </div>
      {open && <DeleteDialog onClose={() => setOpen(false)} email={email} />}
    </AccountSection>
  );
}

export { AccountPage as Component };
