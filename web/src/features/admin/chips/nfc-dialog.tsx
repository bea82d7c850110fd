import { Nfc } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../i18n/use-locale.ts';
import { LinkAddress } from '../../../print/link-address.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { Skeleton, Waiting } from '../../../ui/skeleton.tsx';
import { ByCode } from './by-code.tsx';
import { CardToWrite } from './card-to-write.tsx';
import { type Chips, useChips } from './use-chips.ts';

interface NfcDialogProps {
  readonly batch: string;
  onClose(): void;
}

export default function NfcDialog({ batch, onClose }: NfcDialogProps) {
  const { t } = useTranslation();
  const chips = useChips(batch);
  const { queue, failure, load } = chips;
  return (
    <Dialog title={t('adminCards.nfc')} close={t('adminCards.close')} onClose={onClose}>
      <FailureNotice failure={failure} />
      {queue !== undefined && <Writer chips={chips} />}
      {queue === undefined && failure === undefined && (
        <Waiting label={t('adminCards.nfcLoading')}>
          <Skeleton width="100%" height="6rem" />
        </Waiting>
      )}
      {queue === undefined && failure !== undefined && (
        <div className="modal__actions">
          <Button onClick={() => void load()}>{t('failure.tryAgain')}</Button>
        </div>
      )}
    </Dialog>
  );
}

function Writer({ chips }: { readonly chips: Chips }) {
  const { t } = useTranslation();
  const [lock, setLock] = useState(false);
  const [byCode, setByCode] = useState(false);
  const { step } = chips;
  return (
    <>
      <LinkAddress />
      {byCode ? <ByCode {...{ chips, lock }} /> : <Turn {...{ chips, lock }} />}
      <p role="status">{step && t('adminCards.nfcStep', { returnObjects: true })[step]}</p>
      <Checkbox
        label={t('adminCards.nfcByCode')}
        hint={t('adminCards.nfcByCodeHint')}
        checked={byCode}
        disabled={step !== undefined}
        onChange={({ target }) => setByCode(target.checked)}
      />
      <Checkbox
        label={t('adminCards.nfcLock')}
        hint={t('adminCards.nfcLockHint')}
        checked={lock}
        disabled={step !== undefined}
        onChange={({ target }) => setLock(target.checked)}
      />
    </>
  );
}

/** The card to write now, or what is left after the last one of a turn. */
function Turn({ chips, lock }: { readonly chips: Chips; readonly lock: boolean }) {
  const { t, format } = useLocale();
  const { queue, cards, left, step, failure, load, run, skip } = chips;
  const [card] = queue ?? [];
  if (card === undefined) {
    return (
      <>
        <Notice
          tone={left === 0 ? 'success' : 'info'}
          role="status"
          text={left === 0 ? t('adminCards.nfcDone') : t('adminCards.nfcLeft', format.counted(left))}
        />
        {left > 0 && (
          <div className="modal__actions">
            <Button look="secondary" onClick={() => void load()}>
              {t('adminCards.nfcContinue')}
            </Button>
          </div>
        )}
      </>
    );
  }
  return (
    <>
      <CardToWrite card={card} total={cards.length} />
      <div className="modal__actions">
        <Button icon={Nfc} busy={step !== undefined} onClick={() => void run(lock)}>
          {t(failure === undefined ? 'adminCards.nfcStart' : 'failure.tryAgain')}
        </Button>
        {step === undefined && (
          <Button look="secondary" onClick={skip}>
            {t('adminCards.nfcSkip')}
          </Button>
        )}
      </div>
    </>
  );
}
