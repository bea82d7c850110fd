import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useLocation } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { failureOf, fixedFailure } from '../../api/failure.ts';
import {
  cancelEmailChange,
  confirmEmailChange,
  refreshUser,
  undoEmailChange,
  unsubscribe,
} from '../../session/auth.ts';
import { currentSession } from '../../session/session.ts';
import { useLinkToken } from '../../session/use-link-token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { AuthLayout } from './auth-layout.tsx';
import { SuccessPanel } from './success-panel.tsx';

type Ending = 'invalid' | 'used' | 'expired' | 'taken';

/** Errors that a retry with the same link cannot fix. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  EMAIL_CHANGE_INVALID: 'invalid',
  EMAIL_CHANGE_USED: 'used',
  EMAIL_CHANGE_EXPIRED: 'expired',
  EMAIL_TAKEN: 'taken',
  EMAIL_UNDO_INVALID: 'invalid',
  EMAIL_UNDO_USED: 'used',
  EMAIL_UNDO_EXPIRED: 'expired',
  UNSUBSCRIBE_INVALID: 'invalid',
};

/** What the link at this address does; `done` is the error which says that it was done before. */
function useLink() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const password = <ButtonLink to={href('/forgot-password')}>{t('undoEmail.choosePassword')}</ButtonLink>;
  if (pathname.startsWith(href('/confirm-email'))) {
    return {
      texts: t('confirmEmail', { returnObjects: true }),
      failed: 'confirmEmail.failed',
      act: confirmEmailChange,
      done: 'used',
      onward: <ButtonLink to={href('/account')}>{t('confirmEmail.toAccount')}</ButtonLink>,
    } as const;
  }
  if (pathname.startsWith(href('/cancel-email'))) {
    return {
      texts: t('cancelEmail', { returnObjects: true }),
      failed: 'cancelEmail.failed',
      act: cancelEmailChange,
      done: 'expired',
      onward: password,
    } as const;
  }
  if (pathname.startsWith(href('/unsubscribe'))) {
    return {
      texts: t('unsubscribe', { returnObjects: true }),
      failed: 'unsubscribe.failed',
      act: unsubscribe,
      done: 'used',
      onward: <ButtonLink to={href('/account')}>{t('unsubscribe.toAccount')}</ButtonLink>,
    } as const;
  }
  return {
    texts: t('undoEmail', { returnObjects: true }),
    failed: 'undoEmail.failed',
    act: undoEmailChange,
    done: 'used',
    onward: password,
  } as const;
}

/**
 * The screen of a mailed link. It confirms a change of address, cancels it or undoes it (mailed to the new, the present
 * and the former address), or ends the weekly letter. Acts only when a button is pressed, because mail programs open
 * links automatically.
 */
function MailedLinkPage() {
  const { t } = useTranslation();
  const { texts, failed, act, done, onward } = useLink();
  const token = useLinkToken();
  const [isDone, setIsDone] = useState(false);
  const [ending, setEnding] = useState<Ending | undefined>(token === undefined ? 'invalid' : undefined);
  const { run, busy, failure } = useAction(
    async () => {
      if (token === undefined) return;
      await act(token);
      setIsDone(true);
      // This browser's user may be affected: their session may have ended, or their address changed.
      if (currentSession() !== null) void refreshUser();
    },
    (error) => {
      const { code = '', status }: Partial<ApiError> = error instanceof ApiError ? error : {};
      setEnding(ENDINGS[code]);
      return (status === 429 ? failureOf : fixedFailure)(error, failed);
    },
  );
  const final: Readonly<Partial<Record<Ending, string>>> = texts;
  const text = ending && final[ending];

  return (
    <AuthLayout title={texts.title} lede={texts.lede}>
      {isDone ? (
        <SuccessPanel title={texts.success} text={texts.next}>
          {onward}
        </SuccessPanel>
      ) : (
        <div className="form">
          <FailureNotice
            failure={text === undefined ? failure : { text, offline: false }}
            actions={
              ending === done ? (
                onward
              ) : (
                <ButtonLink look="secondary" to={href('/contact')}>
                  {t('undoEmail.write')}
                </ButtonLink>
              )
            }
          />
          <Button type="button" busy={busy} disabled={text !== undefined} onClick={() => void run()}>
            {busy ? texts.busy : texts.submit}
          </Button>
        </div>
      )}
    </AuthLayout>
  );
}

export { MailedLinkPage as Component };
