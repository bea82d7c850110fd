import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/text-key.ts';
import { refreshUser } from '../../session/auth.ts';
import { Actions, Codes, PasswordForm } from '../../session/factor-forms.tsx';
import { CodeField, type CodeValues, checkCode } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useCheckedForm, useSend } from '../../ui/use-checked-form.ts';
import {
  ConfirmTotpDocument,
  RenewRecoveryCodesDocument,
  StartTotpDocument,
  type StartTotpMutation,
  SwitchSecondFactorOffDocument,
} from './second-factor-dialog.generated.ts';

/** `start` also moves the second factor to another app. */
export type FactorTask = 'start' | 'renew' | 'stop';

const TITLES = {
  start: 'account.factor',
  renew: 'account.factorCodes',
  stop: 'account.factorStopConfirm',
} satisfies Record<FactorTask, TextKey>;

interface SecondFactorDialogProps {
  readonly task: FactorTask;
  readonly email: string;
  readonly onClose: () => void;
}

type Setup = StartTotpMutation['startTotp'];

/** The password first, then what it opens: the app's secret, new recovery codes, or the end of the second factor. */
export default function SecondFactorDialog({ task, email, onClose }: SecondFactorDialogProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  // Empty if the codes noted for a passkey stay valid.
  const confirmed = (made: readonly string[]) => (made.length === 0 ? onClose() : setCodes(made));

  const proceed = async (password: string) => {
    const variables = { password };
    if (task === 'start') {
      setSetup((await client.mutate({ mutation: StartTotpDocument, variables })).data?.startTotp);
    } else if (task === 'renew') {
      const { data } = await client.mutate({ mutation: RenewRecoveryCodesDocument, variables });
      setCodes(data?.renewRecoveryCodes.codes);
    } else {
      await client.mutate({ mutation: SwitchSecondFactorOffDocument, variables });
      await refreshUser();
      onClose();
    }
  };

  return (
    // Neither the secret nor the recovery codes are shown again, so only a button closes it.
    <Dialog
      title={t(codes === undefined ? TITLES[task] : TITLES.renew)}
      onClose={onClose}
      dismissable={false}
      escapable={false}
      className="second-factor"
    >
      {codes !== undefined ? (
        <Codes codes={codes} onClose={onClose} />
      ) : setup !== undefined ? (
        <ConfirmForm setup={setup} onCodes={confirmed} onCancel={onClose} />
      ) : (
        <PasswordForm
          text={task === 'stop' ? 'account.factorStopText' : undefined}
          label={task === 'stop' ? 'account.factorStopConfirm' : 'account.factorContinue'}
          email={email}
          onPassword={proceed}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

const check = checkCode('account.factorCodeEmpty');

interface ConfirmFormProps {
  readonly setup: Setup;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

function ConfirmForm({ setup: { setup, address, secret }, onCodes, onCancel }: ConfirmFormProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const checked = useCheckedForm<CodeValues>({ code: '' }, check);
  const { attempt, failure, field } = checked;
  const { run, busy } = useSend(checked, 'account.factorFailed', async ({ code }) => {
    const { data } = await client.mutate({ mutation: ConfirmTotpDocument, variables: { input: { setup, code } } });
    // The role may have waited for the second factor.
    await refreshUser();
    onCodes(data?.confirmTotp.codes ?? []);
  });
  return (
    <form className="form" noValidate onSubmit={checked.submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      <p>{t('account.factorScan')}</p>
      <QrCode text={address} label={t('account.factorCodeLabel')} />
      <p>
        {t('account.factorSecret')}{' '}
        <code translate="no" dir="ltr">
          {(secret.match(/.{1,4}/g) ?? []).join(' ')}
        </code>
      </p>
      <p>
        <a href={address}>{t('account.factorOpen')}</a>
      </p>
      <CodeField {...field('code')} label={t('account.factorCode')} inputMode="numeric" />
      <Actions busy={busy} label="account.factorConfirm" onCancel={onCancel} />
    </form>
  );
}
