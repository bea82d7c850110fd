import type { Ref, SelectHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/select-field.tsx';
import type { Owner } from '../use-owner.ts';
import { NEW_STATES } from './bulk-input.ts';

interface NewStateFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly owner: Owner | null;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** Selects the state of a new page, and explains how an initial owner affects it. */
export function NewStateField({ owner, ...select }: NewStateFieldProps) {
  const { t } = useTranslation();
  const names = t('state', { returnObjects: true });
  return (
    <SelectField
      {...select}
      label={t('adminBulk.state')}
      hint={owner === null ? undefined : t('adminBulk.stateOfOwned')}
      options={NEW_STATES.map((state) => [state, names[state]])}
    />
  );
}
