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
import { useChips } from './use-chips.ts';

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
      {queue !== undefined && <Turn chips={chips} />}
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

/** The card to write now, or what is left after the last one of a turn. */
function Turn({ chips }: { readonly chips: ReturnType<typeof useChips> }) {
  const { t, format } = useLocale();
  const [lock, setLock] = useState(false);
  const { queue, size, left, step, failure, load, run, skip } = chips;
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
      <p>
        {t('adminCards.nfcCard', { number: format.number(card.number), total: format.number(size) })}{' '}
        <strong dir="auto">{card.page.displayName || card.page.id}</strong>
      </p>
      <LinkAddress />
      <Checkbox
        label={t('adminCards.nfcLock')}
        hint={t('adminCards.nfcLockHint')}
        checked={lock}
        disabled={step !== undefined}
        onChange={({ target }) => setLock(target.checked)}
      />
      <p role="status">{step && t('adminCards.nfcStep', { returnObjects: true })[step]}</p>
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
