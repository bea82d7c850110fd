import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { cancelEmailChange } from '../../api/auth.ts';
import { ownFailure } from '../../api/failure.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { MailedLinkPage } from './mailed-link-page.tsx';

const TEXTS = {
  title: 'cancelEmail.title',
  lede: 'cancelEmail.lede',
  submit: 'cancelEmail.submit',
  busy: 'cancelEmail.busy',
  success: 'cancelEmail.success',
  next: 'cancelEmail.next',
  failed: 'cancelEmail.failed',
  write: 'undoEmail.write',
} as const;

const FINAL = {
  EMAIL_CHANGE_INVALID: ownFailure('cancelEmail.invalid'),
  EMAIL_CHANGE_USED: ownFailure('cancelEmail.used'),
  EMAIL_CHANGE_EXPIRED: ownFailure('cancelEmail.expired'),
};

/** Target of the link mailed to the current address, which cancels an unconfirmed change. */
function CancelEmailPage() {
  const { t } = useTranslation();
  return (
    <MailedLinkPage
      texts={TEXTS}
      act={cancelEmailChange}
      final={FINAL}
      invalid={FINAL.EMAIL_CHANGE_INVALID}
      done={FINAL.EMAIL_CHANGE_EXPIRED}
      onward={<ButtonLink to={href('/forgot-password')}>{t('undoEmail.choosePassword')}</ButtonLink>}
    />
  );
}

export { CancelEmailPage as Component };
