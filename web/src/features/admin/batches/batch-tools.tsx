import { useMutation } from '@apollo/client/react';
import { Ellipsis, FileInput, Nfc, Printer } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { SIDE_BY_SIDE, useMedia } from '../../../browser/use-media.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { MarkCardsDocument } from '../../../print/mark-cards.generated.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { hasNfc } from '../chips/web-nfc.ts';
import { StageField } from './stage-field.tsx';
import type { Stage } from './stages.ts';

export type Tool = 'print' | 'nfc' | 'list';

interface BatchToolsProps {
  readonly batch: string;
  /** Numbers of the cards that marks and print files are for. */
  readonly numbers: readonly number[];
  readonly onMarked: () => void;
  readonly onOpen: (tool: Tool) => void;
}

/** What can be done with cards of a batch: one line, on a phone with a menu. */
export function BatchTools({ batch, numbers, onMarked, onOpen }: BatchToolsProps) {
  const { t, format } = useLocale();
  const isWide = useMedia(SIDE_BY_SIDE);
  const printed = t('adminBatches.print', format.counted(numbers.length));
  const tools = [
    ...(numbers.length === 0 ? [] : [{ id: 'print', Icon: Printer, label: printed } as const]),
    ...(hasNfc() ? [{ id: 'nfc', Icon: Nfc, label: t('adminCards.nfc') } as const] : []),
    { id: 'list', Icon: FileInput, label: t('adminBatches.readList') } as const,
  ];
  return (
    <div className="batch__tools">
      <MarkForm batch={batch} numbers={numbers} isWide={isWide} onMarked={onMarked} />
      {isWide ? (
        tools.map(({ id, Icon, label }) => (
          <Button icon={Icon} key={id} look="secondary" onClick={() => onOpen(id)}>
            {label}
          </Button>
        ))
      ) : (
        <MenuButton
          label={t('adminCards.moreActions')}
          className="btn btn--secondary batch__more"
          entries={tools.map(({ id, label }) => ({ id, label, onAction: () => onOpen(id) }))}
        >
          <Ellipsis aria-hidden="true" />
        </MenuButton>
      )}
    </div>
  );
}

interface MarkFormProps {
  readonly batch: string;
  readonly numbers: readonly number[];
  /** Whether the button has room for more than a verb and a number. */
  readonly isWide: boolean;
  readonly onMarked: () => void;
}

/** Marks cards as having got to a stage. */
function MarkForm({ batch, numbers, isWide, onMarked }: MarkFormProps) {
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
