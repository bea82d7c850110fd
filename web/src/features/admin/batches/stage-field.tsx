import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/select-field.tsx';
import { STAGES, type Stage } from './stages.ts';

interface StageFieldProps {
  readonly value: Stage;
  readonly onChange: (stage: Stage) => void;
}

export function StageField({ value, onChange }: StageFieldProps) {
  const { t } = useTranslation();
  const words = t('adminBatches.stage', { returnObjects: true });
  return (
    <SelectField
      label={t('adminBatches.markAs')}
      options={STAGES.map((one) => [one, words[one]])}
      value={value}
      onChange={({ target }) => onChange(target.value as Stage)}
    />
  );
}
