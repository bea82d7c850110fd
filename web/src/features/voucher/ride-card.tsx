import { useState } from 'react';
import { type Failure, ownFailure } from '../../api/failure.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button, ButtonLink, ExternalButton } from '../../ui/button.tsx';
import { confirmed } from '../../ui/confirmed.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { deleteRide, RIDE_STATES, type Ride, setRideState } from './rides-store.ts';
import { voucherHash } from './voucher.ts';
import { calendarFile, confirmation, confirmationLinks, VOUCHER_TITLE } from './voucher-words.ts';

interface RideCardProps {
  readonly ride: Ride;
  readonly open: boolean;
  /** Reads the rides again. */
  readonly onChange: () => Promise<unknown>;
}

/** One ride: the voucher by one tap, and below it everything else. */
export function RideCard({ ride: { voucher, state }, open, onChange }: RideCardProps) {
  const { t, language } = useLocale();
  const states = t('voucher.states', { returnObjects: true });
  const [failure, setFailure] = useState<Failure>();
  const { id, client, phone, place, pickUpAt, zone } = voucher;
  const when = new Date(pickUpAt).toLocaleString(language, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });
  const name = `${VOUCHER_TITLE} ${id}`;

  const attempt = async (work: () => Promise<unknown>, failed: Failure) => {
    setFailure(undefined);
    await work().catch(() => setFailure(failed));
  };
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await onChange();
    }, ownFailure('voucher.notStored'));
  const pdf = async (format: 'A6' | 'A4') => {
    const { loadFaces, voucherPdf } = await import('./voucher-pdf.ts');
    return voucherPdf(voucher, format, await loadFaces());
  };
  const save = (format: 'A6' | 'A4') =>
    attempt(async () => saveFile(`${name} ${format}.pdf`, await pdf(format)), ownFailure('voucher.noPdf'));
  const share = () =>
    attempt(async () => {
      const text = confirmation(voucher);
      const file = await pdf('A6').then(
        (blob) => new File([blob], `${name}.pdf`, { type: blob.type }),
        () => undefined,
      );
      const files = file !== undefined && navigator.canShare?.({ files: [file] }) ? [file] : [];
      await navigator.share({ text, files }).catch((error: Error) => {
        // Closing the share sheet is no failure.
        if (error.name !== 'AbortError') throw error;
      });
    }, ownFailure('voucher.notShared'));
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
            <Button look="secondary" onClick={() => void save('A6')}>
              {t('voucher.pdf', { format: 'A6' })}
            </Button>
            <Button look="secondary" onClick={() => void save('A4')}>
              {t('voucher.pdf', { format: 'A4' })}
            </Button>
            <Button
              look="secondary"
              onClick={() =>
                saveFile(`${name}.ics`, new Blob([calendarFile(voucher)], { type: 'text/calendar;charset=utf-8' }))
              }
            >
              {t('voucher.calendar')}
            </Button>
            {'share' in navigator && (
              <Button look="secondary" onClick={() => void share()}>
                {t('voucher.share')}
              </Button>
            )}
          </div>
          <SelectField
            label={t('voucher.state')}
            value={state}
            options={RIDE_STATES.map((one) => [one, states[one]])}
            onChange={({ target }) => void change(() => setRideState(id, target.value as Ride['state']))}
          />
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
