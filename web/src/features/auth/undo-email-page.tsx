import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { undoEmailChange } from '../../api/auth.ts';
import { ownFailure } from '../../api/failure.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { MailedLinkPage } from './mailed-link-page.tsx';

const TEXTS = {
  title: 'undoEmail.title',
  lede: 'undoEmail.lede',
  submit: 'undoEmail.submit',
  busy: 'undoEmail.busy',
  success: 'undoEmail.success',
  next: 'undoEmail.next',
  failed: 'undoEmail.failed',
  write: 'undoEmail.write',
} as const;

const FINAL = {
  EMAIL_UNDO_INVALID: ownFailure('undoEmail.invalid'),
  EMAIL_UNDO_USED: ownFailure('undoEmail.used'),
  EMAIL_UNDO_EXPIRED: ownFailure('undoEmail.expired'),
};

/** Target of the link mailed to the former address, which reverts the change. */
function UndoEmailPage() {
  const { t } = useTranslation();
  return (
    <MailedLinkPage
      texts={TEXTS}
      act={undoEmailChange}
      final={FINAL}
      invalid={FINAL.EMAIL_UNDO_INVALID}
      done={FINAL.EMAIL_UNDO_USED}
      onward={<ButtonLink to={href('/forgot-password')}>{t('undoEmail.choosePassword')}</ButtonLink>}
    />
  );
}

export { UndoEmailPage as Component };
