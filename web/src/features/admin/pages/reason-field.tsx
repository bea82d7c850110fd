import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea } from '../../../ui/text-field.tsx';

interface ReasonFieldProps {
  readonly value: string;
  /** Sets the value to a common reason. */
  readonly onChoose: (reason: string) => void;
  /** Attributes of the text's field, such as those of a form. */
  readonly field: Omit<ComponentProps<typeof TextArea>, 'label'>;
  readonly error?: string | undefined;
}

/** Why a page is deactivated: a common reason, which may be edited, or other words. */
export function ReasonField({ value, onChoose, field, error }: ReasonFieldProps) {
  const { t } = useTranslation();
  const offered = Object.values(t('adminPages.reasons', { returnObjects: true }));
  return (
    <>
      <SelectField
        label={t('adminPages.commonReason')}
        value={offered.includes(value) ? value : ''}
        onChange={({ target }) => onChoose(target.value)}
        options={[['', t('adminPages.otherReason')], ...offered.map((reason) => [reason, reason] as const)]}
      />
      <TextArea
        {...field}
        label={t('adminPages.reason')}
        hint={t('adminPages.reasonHint')}
        error={error}
        required
        rows={3}
        maxLength={500}
        dir="auto"
      />
    </>
  );
}
