import { cleanLine } from '@volant/proto/text/clean-text';
import { typedCardId } from '@volant/proto/text/typed-card-id';
import { ScanQrCode } from 'lucide-react';
import { useState } from 'react';
import { readsQrCodes } from '../../../browser/qr-reader.ts';
import type { TextKey } from '../../../i18n/text-key.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { cardReference, shortId } from '../../../print/card-reference.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeCamera } from '../../../ui/code-camera.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Card } from '../batches/cards-table.tsx';
import { CardToWrite } from './card-to-write.tsx';
import type { Chips } from './use-chips.ts';

/** Writes the chip of the card in hand, which its code names, and says whether chip and code agree. */
export function ByCode({ chips, lock }: { readonly chips: Chips; readonly lock: boolean }) {
  const { t } = useLocale();
  const { cards, step, agreed, match } = chips;
  const [scanning, setScanning] = useState(false);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<TextKey>();
  const [card, setCard] = useState<Card>();
  const begin = (code: string): TextKey | undefined => {
    const found = cardWith(cards, code);
    if (found === undefined) return 'adminCards.nfcNotInBatch';
    setCard(found);
    setScanning(false);
    setTyped('');
    void match(found, lock);
    return undefined;
  };
  if (step !== undefined) return card && <CardToWrite card={card} total={cards.length} />;
  return (
    <>
      {agreed && (
        <Notice
          tone="success"
          role="status"
          text={t('adminCards.nfcAgrees', { card: cardReference({ ...agreed.page, number: agreed.number }) })}
        />
      )}
      {scanning && <CodeCamera hint="adminCards.nfcScan" refused="adminCards.nfcScanRefused" onCode={begin} />}
      {readsQrCodes() && !scanning && (
        <div className="modal__actions">
          <Button icon={ScanQrCode} onClick={() => setScanning(true)}>
            {t('adminCards.nfcScan')}
          </Button>
        </div>
      )}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          setError(begin(typed));
        }}
      >
        <TextField
          label={t('adminCards.nfcReference')}
          error={error && t(error)}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="modal__actions">
          <Button type="submit" look={readsQrCodes() ? 'secondary' : 'primary'}>
            {t('adminCards.nfcStart')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** The card that a scanned or typed text names: its address or id, or its number or short id as printed on it. */
function cardWith(cards: readonly Card[], text: string): Card | undefined {
  const line = cleanLine(text).split('·').at(-1) ?? '';
  const id = (typedCardId(line) ?? line).trim().toLowerCase();
  const named = (by: (card: Card) => string) => cards.filter((card) => by(card).toLowerCase() === id);
  for (const by of [
    ({ page }: Card) => page.id,
    ({ page }: Card) => shortId(page.id),
    ({ number }: Card) => `${number}`,
  ]) {
    const [card, another] = named(by);
    if (card !== undefined && another === undefined) return card;
  }
  return undefined;
}
