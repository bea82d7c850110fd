import { useApolloClient } from '@apollo/client/react';
import { Nfc, Printer } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { SIDE_BY_SIDE, useMedia } from '../../../browser/use-media.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { MarkCardsDocument } from '../../../print/mark-cards.generated.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmed, UNCONFIRMED_ITEMS } from '../../../ui/confirmed.ts';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { hasNfc } from '../chips/web-nfc.ts';
import { OtherActions } from '../other-actions.tsx';
import { useUndoToast } from '../undo-toast.tsx';
import type { Card } from './cards-table.tsx';
import { STAGES, type Stage, StageField } from './stages.tsx';

export type Tool = 'print' | 'nfc' | 'list';

interface BatchToolsProps {
  readonly shown: number;
  readonly onOpen: (tool: Tool) => void;
}

/** What is done with all cards shown: the chips first where this device can write them, else print files. */
export function BatchTools({ shown, onOpen }: BatchToolsProps) {
  const { t, format } = useLocale();
  const writes = hasNfc();
  return (
    <div className="batch__tools">
      {writes && (
        <Button icon={Nfc} onClick={() => onOpen('nfc')}>
          {t('adminCards.nfc')}
        </Button>
      )}
      {shown > 0 && (
        <Button look={writes ? 'secondary' : 'primary'} icon={Printer} onClick={() => onOpen('print')}>
          {t('adminBatches.print', format.counted(shown))}
        </Button>
      )}
    </div>
  );
}

interface SelectionToolsProps {
  readonly batch: string;
  readonly cards: readonly Card[];
  readonly onMarked: () => void;
  readonly onUntick: () => void;
  readonly onPrint: () => void;
}

/** What is done with the selected cards: one line, on a phone with a menu. */
export function SelectionTools({ batch, cards, onMarked, onUntick, onPrint }: SelectionToolsProps) {
  const { t, format } = useLocale();
  const isWide = useMedia(SIDE_BY_SIDE);
  const counted = format.counted(cards.length);
  const others = [
    { id: 'print', label: t('adminBatches.print', counted), look: 'secondary', onAction: onPrint },
    { id: 'untick', label: t('adminPages.untick'), onAction: onUntick },
  ] as const;
  return (
    <div className="batch__tools">
      <MarkForm {...{ batch, cards, isWide, onMarked }} />
      <OtherActions actions={others} className="batch__more" />
    </div>
  );
}

interface MarkFormProps {
  readonly batch: string;
  readonly cards: readonly Card[];
  /** Whether the button has room for more than a verb and a number. */
  readonly isWide: boolean;
  readonly onMarked: () => void;
}

/** Marks cards as having got to a stage. */
function MarkForm({ batch, cards, isWide, onMarked }: MarkFormProps) {
  const { t, format } = useLocale();
  const counted = format.counted(cards.length);
  const [stage, setStage] = useState<Stage>('PRINTED');
  const mark = useMark(batch, onMarked);
  return (
    <form
      className="mark-form"
      onSubmit={(event) => {
        event.preventDefault();
        void mark.run(cards, stage);
      }}
    >
      <StageField value={stage} onChange={setStage} />
      <Button type="submit" busy={mark.busy} aria-label={isWide ? undefined : t('adminBatches.mark', counted)}>
        {t(isWide ? 'adminBatches.mark' : 'adminBatches.markShort', counted)}
      </Button>
      <FailureNotice failure={mark.failure} />
    </form>
  );
}

/** Marks cards, after a question if they are many, and offers to mark each as it was before. */
function useMark(id: string, onMarked: () => void) {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const tell = useUndoToast();
  const words = t('adminBatches.stage', { returnObjects: true });
  const send = async (stage: Stage, cards: readonly Card[]) => {
    const variables = { id, stage, numbers: cards.map(({ number }) => number) };
    if (cards.length > 0) await client.mutate({ mutation: MarkCardsDocument, variables });
  };
  return useAction(
    async (cards: readonly Card[], stage: Stage) => {
      const counted = format.counted(cards.length);
      const title = t('adminBatches.confirmMark', { ...counted, stage: words[stage] });
      if (cards.length > UNCONFIRMED_ITEMS && !(await confirmed({ title, action: t('adminBatches.mark', counted) })))
        return;
      await send(stage, cards);
      onMarked();
      tell(t('adminBatches.marked', { ...counted, stage: words[stage] }), async () => {
        for (const former of STAGES) {
          if (former !== stage) {
            await send(
              former,
              cards.filter((card) => card.stage === former),
            );
          }
        }
        onMarked();
      });
    },
    (error) => failureOf(error, 'adminBatches.markFailed'),
  );
}
