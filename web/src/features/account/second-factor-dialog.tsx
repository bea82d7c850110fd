import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshUser } from '../../api/auth.ts';
import { failureOf } from '../../api/failure.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Refusal, useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
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
    // Neither the secret nor the recovery codes are shown again, so a tap outside must not lose them.
    <Dialog
      title={t(codes === undefined ? TITLES[task] : TITLES.renew)}
      onClose={onClose}
      dismissable={false}
      className="second-factor"
    >
      {codes !== undefined ? (
        <Codes codes={codes} onClose={onClose} />
      ) : setup !== undefined ? (
        <ConfirmForm setup={setup} onCodes={setCodes} onCancel={onClose} />
      ) : (
        <PasswordForm task={task} email={email} onPassword={proceed} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface PasswordValues {
  password: string;
}

function checkPassword({ password }: PasswordValues): Refusal<PasswordValues> | undefined {
  if (password !== '') return undefined;
  return { summary: 'account.currentRequired', fields: { password: 'account.currentRequired' } };
}

interface PasswordFormProps {
  readonly task: FactorTask;
  readonly email: string;
  readonly onPassword: (password: string) => Promise<void>;
  readonly onCancel: () => void;
}

function PasswordForm({ task, email, onPassword, onCancel }: PasswordFormProps) {
  const { t } = useTranslation();
  // The server calls the password of every such call the current one.
  const checked = useCheckedForm<PasswordValues>({ password: '' }, checkPassword, (path) =>
    path === 'currentPassword' ? 'password' : path,
  );
  const { form, attempt, failure, setFailure, errorOf } = checked;
  const { run, busy } = useSingleFlight(async ({ password }: PasswordValues) => {
    try {
      await onPassword(password);
    } catch (error) {
      setFailure(failureOf(error, 'account.factorFailed'));
    }
  });
  return (
    <form className="form" noValidate onSubmit={checked.submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      {task === 'stop' && <p>{t('account.factorStopText')}</p>}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.register('password')}
        label={t('account.currentPassword')}
        hint={t('account.factorPassword')}
        autoComplete="current-password"
        required
        error={errorOf('password')}
      />
      <Actions
        busy={busy}
        label={task === 'stop' ? 'account.factorStopConfirm' : 'account.factorContinue'}
        onCancel={onCancel}
      />
    </form>
  );
}

interface CodeValues {
  code: string;
}

function checkCode({ code }: CodeValues): Refusal<CodeValues> | undefined {
  if (code.trim() !== '') return undefined;
  return { summary: 'account.factorCodeEmpty', fields: { code: 'account.factorCodeEmpty' } };
}

interface ConfirmFormProps {
  readonly setup: Setup;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

function ConfirmForm({ setup: { setup, address, secret }, onCodes, onCancel }: ConfirmFormProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const checked = useCheckedForm<CodeValues>({ code: '' }, checkCode);
  const { form, attempt, failure, setFailure, errorOf } = checked;
  const { run, busy } = useSingleFlight(async ({ code }: CodeValues) => {
    try {
      const { data } = await client.mutate({ mutation: ConfirmTotpDocument, variables: { input: { setup, code } } });
      // The role may have waited for the second factor.
      await refreshUser();
      onCodes(data?.confirmTotp.codes ?? []);
    } catch (error) {
      setFailure(failureOf(error, 'account.factorFailed'));
    }
  });
  return (
    <form className="form" noValidate onSubmit={checked.submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      <p>{t('account.factorScan')}</p>
      <QrCode text={address} label={t('account.factorCodeLabel')} />
      <p>
        {t('account.factorSecret')} <code dir="ltr">{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      </p>
      <p>
        <a href={address}>{t('account.factorOpen')}</a>
      </p>
      <TextField
        {...form.register('code')}
        label={t('account.factorCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        required
        error={errorOf('code')}
      />
      <Actions busy={busy} label="account.factorConfirm" onCancel={onCancel} />
    </form>
  );
}

interface ActionsProps {
  readonly busy: boolean;
  readonly label: TextKey;
  readonly onCancel: () => void;
}

function Actions({ busy, label, onCancel }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="modal__actions">
      <Button type="submit" busy={busy}>
        {busy ? t('account.factorChecking') : t(label)}
      </Button>
      <Button look="secondary" onClick={onCancel}>
        {t('account.factorCancel')}
      </Button>
    </div>
  );
}

function Codes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="form">
      <p>{t('account.factorCodesText')}</p>
      <ul className="second-factor__codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="modal__actions">
        <Button onClick={onClose}>{t('account.factorDone')}</Button>
        <CopyButton value={codes.join('\n')} label={t('account.factorCopy')} />
      </div>
    </div>
  );
}
