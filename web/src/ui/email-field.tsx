import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

/** An e-mail address; `autoComplete` says whether it is a username for signing in. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'label'>) {
  const { t } = useTranslation();
  return (
    <TextField
      {...props}
      type="email"
      dir="ltr"
      label={t('form.email')}
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
