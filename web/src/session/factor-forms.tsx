import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { type Refusal, useCheckedForm, useSend } from '../ui/use-checked-form.ts';
import { requestPasswordReset } from './auth.ts';

interface PasswordValues {
  password: string;
}

function checkPassword({ password }: PasswordValues): Refusal<PasswordValues> | undefined {
  if (password !== '') return undefined;
  return { summary: 'account.currentRequired', fields: { password: 'account.currentRequired' } };
}

interface PasswordFormProps {
  /** What the password is asked for, if the title does not say it. */
  readonly text?: TextKey | undefined;
  readonly label: TextKey;
  /** Shown if the server does not say why it failed. */
  readonly failed?: TextKey;
  readonly email: string;
  readonly onPassword: (password: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** The first step of every change of the second factor, and the last one of adding an API token. */
export function PasswordForm({
  text,
  label,
  failed = 'account.factorFailed',
  email,
  onPassword,
  onCancel,
}: PasswordFormProps) {
  const { t } = useTranslation();
  // The server calls the password of every such call the current one.
  const checked = useCheckedForm<PasswordValues>({ password: '' }, checkPassword, (path) =>
    path === 'currentPassword' ? 'password' : path,
  );
  const { attempt, failure, field } = checked;
  const [isUnproved, setUnproved] = useState(false);
  const { run, busy } = useSend(checked, failed, async ({ password }) => {
    try {
      await onPassword(password);
    } catch (error) {
      setUnproved(error instanceof ApiError && error.code === 'EMAIL_UNPROVED');
      throw error;
    }
  });
  return (
    <form className="form" noValidate onSubmit={checked.submit(run)}>
      <FailureNotice key={attempt} failure={failure} actions={isUnproved && <ProofLink email={email} />} />
      {text !== undefined && <p>{t(text)}</p>}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field('password')}
        label={t('account.currentPassword')}
        hint={t('account.factorPassword')}
        autoComplete="current-password"
        required
      />
      <Actions busy={busy} label={label} onCancel={onCancel} />
    </form>
  );
}

/** Sends the link that proves the mailbox of an account, which also has its owner choose a password. */
function ProofLink({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'start' | 'busy' | 'sent' | 'failed'>('start');
  const send = async () => {
    setState('busy');
    await requestPasswordReset(email).then(
      () => setState('sent'),
      () => setState('failed'),
    );
  };
  if (state === 'sent') return <p role="status">{t('account.proofSent', { email })}</p>;
  return (
    <>
      {state === 'failed' && <p role="alert">{t('account.proofFailed')}</p>}
      <Button look="secondary" busy={state === 'busy'} onClick={() => void send()}>
        {t('account.proofSend')}
      </Button>
    </>
  );
}

interface ActionsProps {
  readonly busy: boolean;
  readonly label: TextKey;
  readonly onCancel: () => void;
}

export function Actions({ busy, label, onCancel }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="modal__actions">
      <Button type="submit" busy={busy}>
        {busy ? t('account.factorChecking') : t(label)}
      </Button>
      {/* What the server answers may be shown only once. */}
      <Button look="secondary" disabled={busy} onClick={onCancel}>
        {t('account.factorCancel')}
      </Button>
    </div>
  );
}

/** Recovery codes, which are shown once. */
export function Codes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="form">
      <p>{t('account.factorCodesText')}</p>
      <ul className="second-factor__codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className="modal__actions">
        <CopyButton look="primary" value={codes.join('\n')} label={t('account.factorCopy')} />
        <Button look="secondary" onClick={onClose}>
          {t('account.factorDone')}
        </Button>
      </div>
    </div>
  );
}
