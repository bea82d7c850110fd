import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../ui/password-field.tsx';

type Field = UseFormRegisterReturn & { readonly error: string | undefined };

interface NewPasswordFieldsProps {
  readonly label: string;
  readonly password: Field;
  readonly confirmation: Field;
}

/** A new password, typed twice. */
export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        hint={t('credentials.passwordHint')}
        autoComplete="new-password"
        required
      />
      <PasswordField {...confirmation} label={t('credentials.confirmPassword')} autoComplete="new-password" required />
    </>
  );
}
