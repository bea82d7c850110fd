import { readPhone } from '@volant/proto/contact/phone';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { RestoredNotice } from '../../ui/restored-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AccountSection } from './account-section.tsx';
import { PendingEmail } from './pending-email.tsx';
import type { ProfileSectionFragment } from './profile-section.generated.ts';
import { useProfile } from './use-profile.ts';

interface ProfileSectionProps {
  readonly user: ProfileSectionFragment;
  /** Receives whether there are unsaved changes. */
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Picture, name, address and number, saved together. */
export function ProfileSection({ user, onUnsaved }: ProfileSectionProps) {
  const { t } = useTranslation();
  const { form, values, attempt, failure, setFailure, errorOf, field, save, saved, busy, progress, dirty, ...draft } =
    useProfile(user);
  const { username, picture } = values;
  useLayoutEffect(() => onUnsaved(dirty), [onUnsaved, dirty]);
  return (
    <AccountSection id="profile" title={t('account.profile')} hint={t('account.profileHint')}>
      <form className="form" noValidate onSubmit={save}>
        {draft.restored && <RestoredNotice onDiscard={draft.discardDraft} />}
        <FailureNotice key={attempt} failure={failure} />
        <PictureField
          picture={picture}
          name={username}
          onChange={(chosen) => form.setValue('picture', chosen)}
          onRefused={() => setFailure(undefined)}
          progress={progress}
          attempt={attempt}
          error={errorOf('picture')}
        />
        <TextField
          {...field('username')}
          label={t('credentials.username')}
          hint={t('credentials.usernameHint')}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <div>
          <EmailField {...field('email')} hint={t('account.emailHint')} autoComplete="email" />
          <PendingEmail user={user} attempt={attempt} />
        </div>
        <PhoneField
          form={form}
          name="phone"
          countryName="phoneCountry"
          read={readPhone}
          label={t('account.phone')}
          countryLabel={t('phoneField.countryCode')}
          hint={t('account.phoneHint')}
          autoComplete="tel"
          error={errorOf('phone')}
        />
        <div className="account__save cluster middle gap-3">
          <Button type="submit" busy={busy}>
            {busy ? t('account.saving') : t('account.save')}
          </Button>
          <div role="status">{saved && !dirty && <Notice tone="success" text={t('account.updated')} />}</div>
        </div>
      </form>
    </AccountSection>
  );
}
