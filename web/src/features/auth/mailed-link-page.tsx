import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { refreshUser } from '../../api/auth.ts';
import { type Failure, failureOf, fixedFailure } from '../../api/failure.ts';
import { currentSession } from '../../api/session.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { AuthLayout } from './auth-layout.tsx';
import { SuccessPanel } from './success-panel.tsx';
import { useLinkToken } from './use-link-token.ts';

interface MailedLinkPageProps {
  readonly texts: Readonly<
    Record<'title' | 'lede' | 'submit' | 'busy' | 'success' | 'next' | 'failed' | 'write', TextKey>
  >;
  readonly act: (token: string) => Promise<void>;
  /** By code, errors that a retry with the same link cannot fix. */
  readonly final: Readonly<Record<string, Failure>>;
  /** Shown for a link without a token. */
  readonly invalid: Failure;
  /** Where to continue afterwards. */
  readonly onward: ReactNode;
  /** Error shown when the action was already done before; also continues to `onward`. */
  readonly done?: Failure | undefined;
}

/** The screen of a mailed link. Acts only when a button is pressed, because mail programs open links automatically. */
export function MailedLinkPage({ texts, act, final, invalid, onward, done }: MailedLinkPageProps) {
  const { t } = useTranslation();
  const token = useLinkToken();
  const [isDone, setIsDone] = useState(false);
  const [forGood, setForGood] = useState(token === undefined ? invalid : undefined);
  const [failure, setFailure] = useState<Failure>();
  const { run, busy } = useSingleFlight(async () => {
    if (token === undefined) return;
    setFailure(undefined);
    try {
      await act(token);
      setIsDone(true);
      // This browser's user may be affected: their session may have ended, or their address changed.
      if (currentSession() !== null) void refreshUser();
    } catch (error) {
      const ending = error instanceof ApiError ? final[error.code ?? ''] : undefined;
      const waits = error instanceof ApiError && error.status === 429;
      if (ending !== undefined) setForGood(ending);
      else setFailure(waits ? failureOf(error, texts.failed) : fixedFailure(error, texts.failed));
    }
  });

  return (
    <AuthLayout title={t(texts.title)} lede={t(texts.lede)}>
      {isDone ? (
        <SuccessPanel title={t(texts.success)} text={t(texts.next)}>
          {onward}
        </SuccessPanel>
      ) : (
        <div className="form">
          <FailureNotice
            failure={forGood ?? failure}
            actions={
              forGood !== undefined && forGood === done ? (
                onward
              ) : (
                <ButtonLink look="secondary" to={href('/contact')}>
                  {t(texts.write)}
                </ButtonLink>
              )
            }
          />
          <Button type="button" busy={busy} disabled={forGood !== undefined} onClick={() => void run()}>
            {busy ? t(texts.busy) : t(texts.submit)}
          </Button>
        </div>
      )}
    </AuthLayout>
  );
}
