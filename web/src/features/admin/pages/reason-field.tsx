import { cleanLine } from '@volant/proto/text/clean-text';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea } from '../../../ui/text-field.tsx';

const OFFERED = ['IMPERSONATION', 'WRONG_DETAILS', 'AGAINST_TERMS', 'COMPLAINTS'] as const;

/** Why pages are deactivated, as the server takes it. */
export interface GivenReason {
  readonly commonReason: (typeof OFFERED)[number] | 'UNDONE' | null;
  readonly reason: string;
}

/** The values of the two fields as a reason. */
export function reasonOf(common: string, words: string): GivenReason {
  return { commonReason: OFFERED.find((one) => one === common) ?? null, reason: cleanLine(words) };
}

interface ReasonFieldProps {
  /** Attributes of each field, such as those of a form. */
  readonly common: Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;
  readonly words: Omit<ComponentProps<typeof TextArea>, 'label'>;
  /** Whether a common reason is chosen, which needs no words. */
  readonly isCommon: boolean;
  readonly error?: string | undefined;
}

/** A common reason, which each owner reads in their own language, and own words, which stay as they are. */
export function ReasonField({ common, words, isCommon, error }: ReasonFieldProps) {
  const { t } = useTranslation();
  const reasons = t('adminPages.reasons', { returnObjects: true });
  return (
    <>
      <SelectField
        {...common}
        label={t('adminPages.commonReason')}
        options={[['', t('adminPages.otherReason')], ...OFFERED.map((one) => [one, reasons[one]] as const)]}
      />
      <TextArea
        {...words}
        label={t(isCommon ? 'adminPages.moreReason' : 'adminPages.reason')}
        hint={t('adminPages.reasonHint')}
        error={error}
        required={!isCommon}
        rows={3}
        dir="auto"
      />
    </>
  );
}
