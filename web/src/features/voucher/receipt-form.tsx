import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ownFailure } from '../../api/failure.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import {
  checkReceipt,
  PAYMENTS,
  type Receipt,
  type ReceiptValues,
  receiptName,
  receiptOf,
  receiptValues,
  VAT_KINDS,
} from './receipt.ts';
import { addReceipt } from './rides-store.ts';
import type { Voucher } from './voucher.ts';

interface ReceiptFormProps {
  /** Of a ride that is done. */
  readonly voucher: Voucher;
  /** The receipt that this one corrects. */
  readonly old: Receipt | undefined;
  readonly receipts: readonly Receipt[];
  readonly onMade: () => Promise<unknown>;
}

/** The receipt of a ride: what the voucher does not say is price, VAT and payment. */
export function ReceiptForm({ voucher, old, receipts, onMade }: ReceiptFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [last] = receipts.toSorted((one, other) => other.madeAt.localeCompare(one.madeAt));
  const checked = useCheckedForm(receiptValues(voucher, old, last), checkReceipt);
  const { field, attempt, failure, setFailure } = checked;
  const labels = t('voucher.receipt.field', { returnObjects: true });
  const vatKinds = t('voucher.receipt.vatKinds', { returnObjects: true });
  const payments = t('voucher.receipt.payments', { returnObjects: true });
  const choose = ['', t('voucher.receipt.choose')] as const;
  const replaces = old === undefined ? '' : receiptName(old);

  const { run, busy } = useSingleFlight(async (typed: ReceiptValues) => {
    try {
      const made = await addReceipt(receiptOf(voucher, typed, Date.now(), replaces));
      if (made === undefined) return setFailure(ownFailure('voucher.receipt.there'));
      await onMade();
      void navigate('/bon', { replace: true, state: { receipt: receiptName(made), made: voucher.id } });
    } catch {
      setFailure(ownFailure('voucher.notStored'));
    }
  });

  return (
    <div className="voucher page stack gap-4">
      <PageHeading title={t('voucher.receipt.title')} className="screen-title" />
      {replaces !== '' && <p>{t('voucher.receipt.corrects', { name: replaces })}</p>}
      <form className="form" noValidate onSubmit={checked.submit(run)}>
        <TextField {...field('price')} label={labels.price} inputMode="decimal" dir="ltr" autoComplete="off" />
        <SelectField
          {...field('vat')}
          label={labels.vat}
          options={[choose, ...VAT_KINDS.map((kind) => [kind, vatKinds[kind]] as const)]}
        />
        <SelectField
          {...field('payment')}
          label={labels.payment}
          options={[choose, ...PAYMENTS.map((kind) => [kind, payments[kind]] as const)]}
        />
        <TextField {...field('client')} label={labels.client} autoComplete="off" />
        <TextField {...field('address')} label={labels.address} autoComplete="off" />
        <FailureNotice key={attempt} failure={failure} />
        <div className="cluster gap-2">
          <Button type="submit" busy={busy}>
            {t('voucher.receipt.make')}
          </Button>
          <ButtonLink look="quiet" to="/bon">
            {t('voucher.back')}
          </ButtonLink>
        </div>
      </form>
      <p className="voucher__note">{t('voucher.receipt.law')}</p>
    </div>
  );
}
