import { Nfc } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownFailure } from '../../../api/failure.ts';
import type { TextKey } from '../../../i18n/text-key.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { type CardPage, cardLink } from './card-link.ts';
import { makeNfcCard, type NfcStep, OtherCardError } from './web-nfc.ts';

/** Writes the links of new pages to their cards, one card after the other. */
export default function NfcDialog({ pages, onClose }: { readonly pages: readonly CardPage[]; onClose(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [lock, setLock] = useState(false);
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
      for (const [index, page] of pages.entries()) {
        if (index < from) continue;
        await makeNfcCard(cardLink(page.id, 'nfc'), { lock, signal: work.signal, onStep: setStep });
        setDone(index + 1);
      }
    } catch (error) {
      if (!work.signal.aborted) setFailure(failureOfCard(error));
    }
    setStep(undefined);
  };

  const page = pages[done];
  return (
    <Dialog title={t('adminCards.nfc')} close={t('adminCards.close')} onClose={onClose}>
      <FailureNotice failure={failure && ownFailure(failure)} />
      {page === undefined ? (
        <Notice tone="success" role="status">
          <p className="notice__text">{t('adminCards.nfcDone')}</p>
        </Notice>
      ) : (
        <>
          <p>
            {t('adminCards.nfcCard', { number: format.number(done + 1), total: format.number(pages.length) })}{' '}
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

function failureOfCard(error: unknown): TextKey {
  if (error instanceof OtherCardError) return 'adminCards.nfcOther';
  if (error instanceof DOMException && error.name === 'NotAllowedError') return 'adminCards.nfcForbidden';
  return 'adminCards.nfcFailed';
}
