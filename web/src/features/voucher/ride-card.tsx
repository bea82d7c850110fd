import { saveFile } from '../../browser/save-file.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button, ButtonLink, ExternalButton } from '../../ui/button.tsx';
import { confirmed } from '../../ui/confirmed.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { Receipt } from './receipt.ts';
import { RideReceipt } from './ride-receipt.tsx';
import { deleteRide, RIDE_STATES, type Ride, setRideState } from './rides-store.ts';
import { SheetFiles, useAttempt } from './sheet-files.tsx';
import { voucherHash } from './voucher.ts';
import { calendarFile, confirmation, confirmationLinks, VOUCHER_TITLE, voucherSheet } from './voucher-words.ts';

interface RideCardProps {
  readonly ride: Ride;
  readonly receipts: readonly Receipt[];
  readonly open: boolean;
  /** Reads the rides again. */
  readonly onChange: () => Promise<unknown>;
}

/** One ride: the voucher by one tap, and below it everything else. */
export function RideCard({ ride: { voucher, state }, receipts, open, onChange }: RideCardProps) {
  const { t, language } = useLocale();
  const states = t('voucher.states', { returnObjects: true });
  const { attempt, failure } = useAttempt();
  const { id, client, phone, place, pickUpAt, zone } = voucher;
  const when = new Date(pickUpAt).toLocaleString(language, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });

  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await onChange();
    }, 'voucher.notStored');
  const remove = async () => {
    const question = {
      title: t('voucher.deleteTitle'),
      text: t('voucher.deleteText'),
      action: t('voucher.delete'),
      danger: true,
    };
    if (await confirmed(question)) await change(() => deleteRide(id));
  };
  const ways = confirmationLinks(voucher);
  const wayLabels = t('voucher.ways', { returnObjects: true });

  return (
    <li className="ride-card">
      <div className="ride-card__head">
        <p>
          <strong>{when}</strong>
          {state !== 'planned' && ` · ${states[state]}`}
          <br />
          <bdi translate="no">{client}</bdi>
          <br />
          <bdi translate="no">{place}</bdi>
        </p>
        <ButtonLink to={`/bon${voucherHash(voucher)}`} aria-label={t('voucher.controlOf', { client })}>
          {t('voucher.control')}
        </ButtonLink>
      </div>
      <details open={open}>
        <summary>{t('voucher.more')}</summary>
        <div className="stack gap-3">
          <p>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
            {` · ${id}`}
          </p>
          <p className="cluster gap-2">
            {(['whatsapp', 'sms', 'email'] as const).map((way) => (
              <ExternalButton key={way} href={ways[way]} look="secondary">
                {wayLabels[way]}
              </ExternalButton>
            ))}
          </p>
          <div className="cluster gap-2">
            <SheetFiles sheet={() => voucherSheet(voucher)} message={() => confirmation(voucher)} attempt={attempt} />
            <Button
              look="secondary"
              onClick={() =>
                saveFile(
                  `${VOUCHER_TITLE} ${id}.ics`,
                  new Blob([calendarFile(voucher)], { type: 'text/calendar;charset=utf-8' }),
                )
              }
            >
              {t('voucher.calendar')}
            </Button>
          </div>
          <SelectField
            label={t('voucher.state')}
            value={state}
            options={RIDE_STATES.map((one) => [one, states[one]])}
            onChange={({ target }) => void change(() => setRideState(id, target.value as Ride['state']))}
          />
          {state === 'done' && <RideReceipt ride={id} receipts={receipts} />}
          <div className="cluster gap-2">
            <ButtonLink look="quiet" to={`/bon#c${id}`}>
              {t('voucher.correct')}
            </ButtonLink>
            <Button look="quiet" onClick={() => void remove()}>
              {t('voucher.delete')}
            </Button>
          </div>
          <FailureNotice failure={failure} />
        </div>
      </details>
    </li>
  );
}
