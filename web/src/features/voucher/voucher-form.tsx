import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ownFailure } from '../../api/failure.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { addRides, keepBusiness } from './rides-store.ts';
import { type Business, checkVoucher, NO_BUSINESS, type VoucherValues, voucherOf, ZONES } from './voucher.ts';

const checkNow = (values: VoucherValues) => checkVoucher(values, Date.now());

/** The address book of the phone, in browsers that have it. */
interface WithContacts {
  readonly contacts?: {
    select(kinds: readonly string[]): Promise<readonly { readonly name?: string[]; readonly tel?: string[] }[]>;
  };
}

interface VoucherFormProps {
  readonly start: VoucherValues;
  /** Whether a passenger's request filled it in. */
  readonly asked: boolean;
  /** The voucher that this one corrects, or empty. */
  readonly replaces: string;
  readonly onMade: () => Promise<unknown>;
}

/** A booking becomes a voucher by one tap; what it lacks is named at the field. */
export function VoucherForm({ start, asked, replaces, onMade }: VoucherFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const checked = useCheckedForm(start, checkNow);
  const { field, form, attempt, failure, setFailure, values } = checked;
  const [missing] = useState(() => Object.keys(checkNow(start)?.fields ?? {}));
  const { contacts } = navigator as WithContacts;
  const businessFields = ['operator', 'operatorPhone', 'address', 'siren', 'revtc'] as const;
  const [businessOpen] = useState(() => businessFields.some((name) => missing.includes(name)));
  const zones = t('voucher.zones', { returnObjects: true });
  const labels = t('voucher.field', { returnObjects: true });
  const named = (Object.keys(labels) as (keyof typeof labels)[]).filter((name) => missing.includes(name));

  const { run, busy } = useSingleFlight(async (typed: VoucherValues) => {
    try {
      const voucher = voucherOf(typed, Date.now(), replaces);
      const names = Object.keys(NO_BUSINESS) as (keyof Business)[];
      await keepBusiness(Object.fromEntries(names.map((name) => [name, voucher[name]])) as unknown as Business);
      await addRides([{ voucher, state: 'planned' }]);
      await onMade();
      void navigate('/bon', { replace: true, state: { made: voucher.id } });
    } catch {
      setFailure(ownFailure('voucher.notStored'));
    }
  });

  const pick = async () => {
    const [person] = (await contacts?.select(['name', 'tel']).catch(() => [])) ?? [];
    if (person?.name?.[0]) form.setValue('client', person.name[0]);
    if (person?.tel?.[0]) form.setValue('phone', person.tel[0]);
  };

  return (
    <div className="voucher page stack gap-4">
      <PageHeading title={t('voucher.newTitle')} className="screen-title" />
      {replaces !== '' && <p>{t('voucher.corrects', { id: replaces })}</p>}
      {asked && named.length > 0 && (
        <Notice tone="info" text={t('voucher.missing', { fields: named.map((name) => labels[name]).join(', ') })} />
      )}
      <form className="form" noValidate onSubmit={checked.submit(run)}>
        {contacts !== undefined && (
          <Button look="secondary" onClick={() => void pick()}>
            {t('voucher.fromContacts')}
          </Button>
        )}
        <TextField {...field('client')} label={labels.client} autoComplete="off" />
        <TextField {...field('phone')} label={labels.phone} type="tel" dir="ltr" autoComplete="off" />
        <TextField {...field('place')} label={labels.place} autoComplete="off" />
        <div className="voucher__pair">
          <TextField {...field('day')} label={labels.day} type="date" />
          <TextField
            {...field('time')}
            label={labels.time}
            type="time"
            hint={asked && start.time === '' ? t('voucher.soon') : undefined}
          />
        </div>
        <div className="voucher__pair">
          <TextField {...field('bookedDay')} label={labels.bookedDay} type="date" />
          <TextField {...field('bookedTime')} label={labels.bookedTime} type="time" />
        </div>
        <TextField {...field('destination')} label={labels.destination} autoComplete="off" />
        <TextField {...field('price')} label={labels.price} inputMode="decimal" dir="ltr" autoComplete="off" />
        <details
          className="voucher__business"
          open={businessOpen || businessFields.some((name) => checked.errorOf(name))}
        >
          <summary>
            {t('voucher.business')}
            {values.operator !== '' && ` · ${values.operator}`}
          </summary>
          <div className="form">
            {businessFields.map((name) => (
              <TextField key={name} {...field(name)} label={labels[name]} autoComplete="off" />
            ))}
            <SelectField
              {...field('zone')}
              label={t('voucher.zone')}
              options={Object.entries(ZONES).map(([name, zone]) => [zone, zones[name as keyof typeof zones]])}
            />
          </div>
        </details>
        <FailureNotice key={attempt} failure={failure} />
        <div className="cluster gap-2">
          <Button type="submit" busy={busy}>
            {t('voucher.make')}
          </Button>
          <ButtonLink look="quiet" to="/bon">
            {t('voucher.back')}
          </ButtonLink>
        </div>
      </form>
      <p className="voucher__note">{t('voucher.law')}</p>
    </div>
  );
}
