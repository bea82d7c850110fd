import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { type Receipt, receiptName, standingReceipt } from './receipt.ts';
import { receiptSheet, receiptTitle } from './receipt-words.ts';
import { SheetFiles, useAttempt } from './sheet-files.tsx';

interface RideReceiptProps {
  /** Number of the voucher of a ride that is done. */
  readonly ride: string;
  readonly receipts: readonly Receipt[];
}

/** The receipt of a ride, or the way to make it. */
export function RideReceipt({ ride, receipts }: RideReceiptProps) {
  const { t } = useTranslation();
  const receipt = standingReceipt(receipts, ride);
  const form = `/bon#r${ride}`;
  if (receipt === undefined) {
    return (
      <p className="cluster gap-2">
        <ButtonLink look="secondary" to={form}>
          {t('voucher.receipt.new')}
        </ButtonLink>
        <span className="voucher__note">{t('voucher.receipt.law')}</span>
      </p>
    );
  }
  return (
    <div className="stack gap-2">
      <ReceiptLine receipt={receipt} receipts={receipts} />
      <p>
        <ButtonLink look="quiet" to={form}>
          {t('voucher.receipt.correct')}
        </ButtonLink>
      </p>
    </div>
  );
}

/** A receipt with its files. */
export function ReceiptLine({
  receipt,
  receipts,
}: {
  readonly receipt: Receipt;
  readonly receipts: readonly Receipt[];
}) {
  const { t, language } = useLocale();
  const { attempt, failure } = useAttempt();
  const { client, cents } = receipt;
  const name = receiptName(receipt);
  const correction = receipts.find(({ replaces }) => replaces === name);
  return (
    <div className="stack gap-2">
      <p>
        <strong>{t('voucher.receipt.name', { name })}</strong>
        {` · ${(cents / 100).toLocaleString(language, { style: 'currency', currency: 'EUR' })}`}
        {client !== '' && (
          <>
            {' · '}
            <bdi translate="no">{client}</bdi>
          </>
        )}
        {correction !== undefined && ` · ${t('voucher.receipt.corrected', { name: receiptName(correction) })}`}
      </p>
      <div className="cluster gap-2">
        <SheetFiles sheet={() => receiptSheet(receipt)} message={() => receiptTitle(receipt)} attempt={attempt} />
      </div>
      <FailureNotice failure={failure} />
    </div>
  );
}
