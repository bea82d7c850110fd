import { useMutation } from '@apollo/client/react';
import { MOST_CARDS_MARKED } from '@volant/proto/text/lengths';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf, ownFailure } from '../../../api/failure.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { MarkCardsDocument } from '../../../print/mark-cards.generated.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { MAX_CHARACTERS, type Reference, readReferences, textOfFile } from './card-references.ts';
import { type Stage, StageField } from './stages.tsx';

interface ListDialogProps {
  readonly batch: string;
  readonly onMarked: () => void;
  readonly onClose: () => void;
}

interface Outcome {
  readonly marked: number;
  readonly unknown: readonly Reference[];
  readonly repeated: readonly Reference[];
}

/** Marks the cards that a pasted list or a file names, and reports each line that it cannot use. */
export default function ListDialog({ batch, onMarked, onClose }: ListDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [stage, setStage] = useState<Stage>('WRITTEN');
  const [failure, setFailure] = useState<Failure>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [mark, { loading }] = useMutation(MarkCardsDocument);

  const send = async () => {
    setFailure(undefined);
    setOutcome(undefined);
    const read = readReferences(text);
    if (read === undefined || read.references.length > MOST_CARDS_MARKED) {
      return setFailure(ownFailure('adminBatches.listTooLong'));
    }
    const { references, repeated } = read;
    if (references.length === 0) return setFailure(ownFailure('adminBatches.listEmpty'));
    try {
      const { data } = await mark({
        variables: { id: batch, stage, references: references.map((one) => one.text) },
      });
      const places = data?.markCards.unknown ?? [];
      const unknown = places.flatMap((place) => references[place] ?? []);
      setOutcome({ marked: references.length - unknown.length, unknown, repeated });
      onMarked();
    } catch (error) {
      setFailure(failureOf(error, 'adminBatches.markFailed'));
    }
  };

  const readFile = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file === undefined) return;
    setFailure(undefined);
    // UTF-16 takes two bytes for a character.
    const isLong = file.size > 2 * MAX_CHARACTERS;
    // A file of a cloud that is not on the device cannot be read without a network.
    const bytes = isLong ? undefined : await file.arrayBuffer().catch(() => undefined);
    // Allows choosing a file of the same name again after it was corrected.
    input.value = '';
    if (bytes === undefined) {
      return setFailure(ownFailure(isLong ? 'adminBatches.listTooLong' : 'adminBatches.listUnreadable'));
    }
    const found = textOfFile(new Uint8Array(bytes));
    if (found === undefined) setFailure(ownFailure('adminBatches.listNoText'));
    else setText(found);
  };

  return (
    <Dialog title={t('adminBatches.listTitle')} close={t('adminCards.close')} onClose={onClose}>
      <form
        className="form list-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <FailureNotice failure={failure} />
        {outcome !== undefined && <Report {...outcome} />}
        <label className="stack gap-2">
          {t('adminBatches.listFile')}
          <input
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onChange={({ target }) => void readFile(target)}
          />
        </label>
        <label className="stack gap-2">
          {t('adminBatches.listPaste')}
          <textarea
            className="field__input"
            rows={6}
            dir="ltr"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <p className="field__hint">{t('adminBatches.listHint')}</p>
        <StageField value={stage} onChange={setStage} />
        <div className="modal__actions">
          <Button type="submit" busy={loading}>
            {t('adminBatches.listMark')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Report({ marked, unknown, repeated }: Outcome) {
  const { t, format } = useLocale();
  const lines = [
    ...unknown.map((one) => ({ ...one, words: 'adminBatches.lineUnknown' as const })),
    ...repeated.map((one) => ({ ...one, words: 'adminBatches.lineRepeated' as const })),
  ].sort((a, b) => a.line - b.line);
  return (
    <Notice
      tone={lines.length === 0 ? 'success' : 'info'}
      role="status"
      text={t('adminBatches.listMarked', format.counted(marked))}
    >
      {lines.length > 0 && (
        <ul className="list-form__lines">
          {lines.map(({ line, text, words }) => (
            <li key={`${line} ${text}`}>{t(words, { line: format.number(line), text })}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
