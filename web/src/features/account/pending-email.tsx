import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../../api/failure.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { CancelEmailChangeDocument } from './pending-email.generated.ts';
import type { ProfileSectionFragment } from './profile-section.generated.ts';
import { UpdateProfileDocument } from './use-profile.generated.ts';

interface PendingEmailProps {
  readonly user: ProfileSectionFragment;
  /** Number of saves of the profile, whose outcome takes the place of the one here. */
  readonly attempt: number;
}

/** The unconfirmed address, with its actions. */
export function PendingEmail({ user, attempt }: PendingEmailProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const [notice, setNotice] = useState<TextKey>();
  const [failure, setFailure] = useState<Failure>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset after every save
  useEffect(() => {
    setNotice(undefined);
    setFailure(undefined);
  }, [attempt]);
  const { run, busy } = useSingleFlight(
    async (action: () => Promise<unknown>, success: TextKey, failed: TextKey): Promise<void> => {
      setNotice(undefined);
      setFailure(undefined);
      try {
        await action();
        setNotice(success);
      } catch (error) {
        setFailure(failureOf(error, failed));
      }
    },
  );
  const { pendingEmail } = user;
  const resend = () =>
    client.mutate({ mutation: UpdateProfileDocument, variables: { input: { email: pendingEmail } } });
  const cancel = () =>
    client.mutate({
      mutation: CancelEmailChangeDocument,
      update: (cache) => {
        const id = cache.identify({ __typename: 'User', id: user.id });
        if (id !== undefined) cache.modify({ id, fields: { pendingEmail: () => null } });
      },
    });
  return (
    <div className="account__pending">
      {pendingEmail !== null && (
        <Notice
          tone="info"
          role="status"
          text={t('account.pendingEmail', { email: pendingEmail })}
          actions={
            <>
              <Button
                look="secondary"
                busy={busy}
                onClick={() => void run(resend, 'account.resentEmail', 'account.resendFailed')}
              >
                {t('account.resendEmail')}
              </Button>
              <Button
                look="quiet"
                busy={busy}
                onClick={() => void run(cancel, 'account.cancelledEmail', 'account.cancelFailed')}
              >
                {t('account.cancelEmail')}
              </Button>
            </>
          }
        >
          <p>{t('account.pendingHint')}</p>
        </Notice>
      )}
      <FailureNotice failure={failure} />
      <p role="status">{notice !== undefined && t(notice)}</p>
    </div>
  );
}
