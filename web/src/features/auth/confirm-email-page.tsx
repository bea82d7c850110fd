import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { confirmEmailChange } from '../../api/auth.ts';
import { ownFailure } from '../../api/failure.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { MailedLinkPage } from './mailed-link-page.tsx';

const TEXTS = {
  title: 'confirmEmail.title',
  lede: 'confirmEmail.lede',
  submit: 'confirmEmail.submit',
  busy: 'confirmEmail.busy',
  success: 'confirmEmail.success',
  next: 'confirmEmail.next',
  failed: 'confirmEmail.failed',
  write: 'undoEmail.write',
} as const;

const FINAL = {
  EMAIL_CHANGE_INVALID: ownFailure('confirmEmail.invalid'),
  EMAIL_CHANGE_USED: ownFailure('confirmEmail.used'),
  EMAIL_CHANGE_EXPIRED: ownFailure('confirmEmail.expired'),
  EMAIL_TAKEN: ownFailure('confirmEmail.taken'),
};

/** Target of the link mailed to a new address, which makes it the account's. */
function ConfirmEmailPage() {
  const { t } = useTranslation();
  return (
    <MailedLinkPage
      texts={TEXTS}
      act={confirmEmailChange}
      final={FINAL}
      invalid={FINAL.EMAIL_CHANGE_INVALID}
      done={FINAL.EMAIL_CHANGE_USED}
      onward={<ButtonLink to={href('/account')}>{t('confirmEmail.toAccount')}</ButtonLink>}
    />
  );
}

export { ConfirmEmailPage as Component };
