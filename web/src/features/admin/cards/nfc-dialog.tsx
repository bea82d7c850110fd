import { Nfc } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { ownFailure } from '../../../api/failure.ts';
import { parsed } from '../../../api/parsed.ts';
import { readJson, writeJson } from '../../../browser/storage.ts';
import type { TextKey } from '../../../i18n/text-key.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { type CardPage, cardLink } from './card-link.ts';
import { makeNfcCard, type NfcStep, OtherCardError } from './web-nfc.ts';

interface NfcDialogProps {
  /** Identifies the list, under which this device remembers the written cards. */
  readonly list: string;
  readonly pages: readonly CardPage[];
  onClose(): void;
}

/**
 * Writes the links of new pages to their cards, one card after the other. After a break it continues with the cards
 * that this device has not written.
 */
export default function NfcDialog({ list, pages, onClose }: NfcDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [lock, setLock] = useState(false);
  const [written, setWritten] = useState(() => new Set(writtenOf(list)));
  /** Places of the cards to write in this turn; skipped ones come again in the next. */
  const [queue, setQueue] = useState(() => pages.flatMap((_, place) => (written.has(place) ? [] : [place])));
  const [done, setDone] = useState(0);
  const [step, setStep] = useState<NfcStep>();
  const [failure, setFailure] = useState<TextKey>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (from: number) => {
    const work = new AbortController();
    running.current = work;
    setFailure(undefined);
    try {
      for (const [index, place] of queue.entries()) {
        const { id } = pages[place] ?? {};
        if (index < from || id === undefined) continue;
        await makeNfcCard(cardLink(id, 'nfc'), { lock, signal: work.signal, onStep: setStep });
        // Places and not ids: each id is worth a card, and this device may be anybody's.
        written.add(place);
        writeJson('local', storageKey(list), [...written]);
        setDone(index + 1);
      }
    } catch (error) {
      if (!work.signal.aborted) setFailure(failureOfCard(error));
    }
    setStep(undefined);
  };

  /** Begins with all cards that are not among the written ones. */
  const begin = (already: Set<number>) => {
    writeJson('local', storageKey(list), [...already]);
    setWritten(already);
    setQueue(pages.flatMap((_, each) => (already.has(each) ? [] : [each])));
    setDone(0);
  };

  const place = queue[done];
  const page = place === undefined ? undefined : pages[place];
  const left = pages.length - written.size;
  return (
    <Dialog title={t('adminCards.nfc')} close={t('adminCards.close')} onClose={onClose}>
      <FailureNotice failure={failure && ownFailure(failure)} />
      {page === undefined ? (
        <>
          <Notice tone={left === 0 ? 'success' : 'info'} role="status">
            <p className="notice__text">
              {left === 0
                ? t('adminCards.nfcDone')
                : t('adminCards.nfcLeft', { count: left, number: format.number(left) })}
            </p>
          </Notice>
          <div className="modal__actions">
            <Button look="secondary" onClick={() => begin(left === 0 ? new Set() : written)}>
              {t(left === 0 ? 'adminCards.nfcAgain' : 'adminCards.nfcContinue')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            {t('adminCards.nfcCard', { number: format.number((place ?? 0) + 1), total: format.number(pages.length) })}{' '}
            <strong dir="auto">{page.displayName || page.id}</strong>
          </p>
          <Checkbox
            label={t('adminCards.nfcLock')}
            hint={t('adminCards.nfcLockHint')}
            checked={lock}
            disabled={step !== undefined}
            onChange={({ target }) => setLock(target.checked)}
          />
          <p role="status">{step && t('adminCards.nfcStep', { returnObjects: true })[step]}</p>
          <div className="modal__actions">
            <Button busy={step !== undefined} onClick={() => void run(done)}>
              <Nfc aria-hidden="true" />
              {t(failure === undefined ? 'adminCards.nfcStart' : 'failure.tryAgain')}
            </Button>
            {step === undefined && (
              <Button look="secondary" onClick={() => setDone(done + 1)}>
                {t('adminCards.nfcSkip')}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

const storageKey = (list: string) => `volant.nfc:${list}`;

function writtenOf(list: string): readonly number[] {
  return parsed(v.array(v.number()), readJson('local', storageKey(list))) ?? [];
}

function failureOfCard(error: unknown): TextKey {
  if (error instanceof OtherCardError) return 'adminCards.nfcOther';
  if (error instanceof DOMException && error.name === 'NotAllowedError') return 'adminCards.nfcForbidden';
  return 'adminCards.nfcFailed';
}
