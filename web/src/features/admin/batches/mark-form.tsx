import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { MarkCardsDocument } from './mark-cards.generated.ts';
import { StageField } from './stage-field.tsx';
import type { Stage } from './stages.ts';

interface MarkFormProps {
  readonly batch: string;
  readonly numbers: readonly number[];
  /** Whether the button has room for more than a verb and a number. */
  readonly isWide: boolean;
  readonly onMarked: () => void;
}

/** Marks cards as having got to a stage. */
export function MarkForm({ batch, numbers, isWide, onMarked }: MarkFormProps) {
  const { t, format } = useLocale();
  const counted = format.counted(numbers.length);
  const [stage, setStage] = useState<Stage>('PRINTED');
  const [mark, { loading, error }] = useMutation(MarkCardsDocument);
  return (
    <form
      className="mark-form"
      onSubmit={(event) => {
        event.preventDefault();
        // The failure is shown.
        mark({ variables: { id: batch, stage, numbers: [...numbers] } }).then(onMarked, () => {});
      }}
    >
      <StageField value={stage} onChange={setStage} />
      <Button
        type="submit"
        busy={loading}
        disabled={numbers.length === 0}
        aria-label={isWide ? undefined : t('adminBatches.mark', counted)}
      >
        {t(isWide ? 'adminBatches.mark' : 'adminBatches.markShort', counted)}
      </Button>
      <FailureNotice failure={error && failureOf(error, 'adminBatches.markFailed')} />
    </form>
  );
}
