import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/select-field.tsx';
import type { BatchRowFragment } from './batch.generated.ts';

/** In the usual order of production. */
export const STAGES = ['ORDERED', 'PRINTED', 'WRITTEN', 'CHECKED', 'SHIPPED'] as const;
export type Stage = (typeof STAGES)[number];

export function stageIn(params: URLSearchParams, name: string): Stage | undefined {
  return STAGES.find((one) => one === params.get(name));
}

export function countOf({ stages, size }: BatchRowFragment, counted: Stage | undefined): number {
  return counted === undefined ? size : (stages.find(({ stage }) => stage === counted)?.count ?? 0);
}

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

/** How many cards of a batch have got to each stage, as parts of a line; its text says the same. */
export function StageBar({ batch }: { readonly batch: BatchRowFragment }) {
  return (
    <span className="stage-bar" aria-hidden="true">
      {STAGES.map((stage) => (
        <span key={stage} data-stage={stage} style={{ flexGrow: countOf(batch, stage) }} />
      ))}
    </span>
  );
}
