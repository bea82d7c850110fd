import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/failure.ts';
import { isKnownDevice, makePasskey } from '../../browser/passkeys.ts';
import { refreshUser } from '../../session/auth.ts';
import { Actions, Codes, PasswordForm } from '../../session/factor-forms.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Refusal, useCheckedForm, useSend } from '../../ui/use-checked-form.ts';
import { AddPasskeyDocument, RemovePasskeyDocument, StartPasskeyDocument } from './passkey-dialog.generated.ts';

interface PasskeyDialogProps {
  /** The passkey to remove; null to add one. */
  readonly passkey: { readonly id: string; readonly name: string } | null;
  readonly email: string;
  readonly onClose: () => void;
}

/** Adds a passkey (password, name, the browser's own dialog, and recovery codes with the first factor), or removes one. */
export default function PasskeyDialog({ passkey, email, onClose }: PasskeyDialogProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const [options, setOptions] = useState<string>();
  const [codes, setCodes] = useState<readonly string[]>();

  const proceed = async (password: string) => {
    if (passkey === null) {
      const { data } = await client.mutate({ mutation: StartPasskeyDocument, variables: { password } });
      setOptions(data?.startPasskey.options);
    } else {
      const input = { id: passkey.id, password };
      await client.mutate({ mutation: RemovePasskeyDocument, variables: { input } });
      onClose();
    }
  };
  const added = (made: readonly string[]) => (made.length === 0 ? onClose() : setCodes(made));
  const title =
    codes !== undefined
      ? t('account.factorCodes')
      : passkey === null
        ? t('account.passkeyNew')
        : t('account.passkeyRemoveTitle', { name: passkey.name });

  return (
    // The recovery codes are not shown again, so only a button closes it.
    <Dialog title={title} onClose={onClose} dismissable={false} escapable={false} className="second-factor">
      {codes !== undefined ? (
        <Codes codes={codes} onClose={onClose} />
      ) : options !== undefined ? (
        <NameForm options={options} onAdded={added} onCancel={onClose} />
      ) : (
        <PasswordForm
          text={passkey === null ? 'account.passkeyText' : 'account.passkeyRemoveText'}
          label={passkey === null ? 'account.factorContinue' : 'account.passkeyRemove'}
          email={email}
          onPassword={proceed}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

interface NameValues {
  name: string;
}

function checkName({ name }: NameValues): Refusal<NameValues> | undefined {
  if (name.trim() !== '') return undefined;
  return { summary: 'account.passkeyNameEmpty', fields: { name: 'account.passkeyNameEmpty' } };
}

const passkeyFailure = (error: unknown) =>
  failureOf(error, isKnownDevice(error) ? 'account.passkeyKnown' : 'account.passkeyFailed');

interface NameFormProps {
  readonly options: string;
  readonly onAdded: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

function NameForm({ options, onAdded, onCancel }: NameFormProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  /** Kept for another attempt to send it: the device would refuse to make a second one. */
  const credential = useRef<string>(undefined);
  const checked = useCheckedForm<NameValues>({ name: '' }, checkName);
  const { attempt, failure, field } = checked;
  const { run, busy } = useSend(checked, passkeyFailure, async ({ name }) => {
    credential.current ??= await makePasskey(options);
    const input = { name, credential: credential.current };
    const { data } = await client.mutate({ mutation: AddPasskeyDocument, variables: { input } });
    // The role may have waited for the second factor.
    await refreshUser();
    onAdded(data?.addPasskey.codes ?? []);
  });
  return (
    <form className="form" noValidate onSubmit={checked.submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      <TextField
        {...field('name')}
        label={t('account.passkeyName')}
        hint={t('account.passkeyNameHint')}
        autoComplete="off"
        required
      />
      <Actions busy={busy} label="account.passkeyMake" onCancel={onCancel} />
    </form>
  );
}
