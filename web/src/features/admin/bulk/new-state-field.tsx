import type { Ref, SelectHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../../i18n/text-key.ts';
import type { Owner } from '../owner.ts';
import { SelectField } from '../select-field.tsx';
import { type BulkInput, NEW_STATES } from './bulk-input.ts';

const STATE_WORDS: Readonly<Record<BulkInput['state'], TextKey>> = {
  UNCLAIMED: 'state.UNCLAIMED',
  ACTIVE: 'state.ACTIVE',
  INACTIVE: 'state.INACTIVE',
};

interface NewStateFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly owner: Owner | null;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** Selects the state of a new page, and explains how an initial owner affects it. */
export function NewStateField({ owner, ...select }: NewStateFieldProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      {...select}
      label={t('adminBulk.state')}
      hint={owner === null ? undefined : t('adminBulk.stateOfOwned')}
      options={NEW_STATES.map((state) => [state, t(STATE_WORDS[state])])}
    />
  );
}
