import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

/** A person's e-mail address; `autoComplete` says whether it is a name to sign in with. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'label'>) {
  const { t } = useTranslation();
  return (
    <TextField {...props} type="email" label={t('form.email')} autoCapitalize="none" spellCheck={false} required />
  );
}
