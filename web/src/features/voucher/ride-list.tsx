import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { type Failure, ownFailure } from '../../api/failure.ts';
import { saveFile } from '../../browser/save-file.ts';
import { folded } from '../../i18n/folded.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { zoneTime } from '../../i18n/zone-time.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { decryptedRides, encryptedRides, LARGEST_BACKUP } from './backup.ts';
import { RideCard } from './ride-card.tsx';
import { addRides, isPersisted, lastExport, noteExport, type Ride } from './rides-store.ts';
import { ridesCsv } from './voucher-words.ts';

const MONTH_MS = 30 * 24 * 60 * 60 * 1_000;
const SHORTEST_PASSPHRASE = 8;

const dayOf = ({ voucher }: Ride) => zoneTime(voucher.pickUpAt, voucher.zone).slice(0, 10);
const matches =
  (search: string) =>
  ({ voucher: { client, phone, place, destination, id } }: Ride) =>
    folded([client, phone, place, destination, id].join(' ')).includes(folded(search.trim()));

interface RideListProps {
  readonly rides: readonly Ride[];
  readonly onChange: () => Promise<unknown>;
}

/** The rides of this phone: today's first, then those to come, then the others. */
export function RideList({ rides, onChange }: RideListProps) {
  const { t } = useTranslation();
  const made: string | undefined = useLocation().state?.made;
  const [search, setSearch] = useState('');
  const found = rides.filter(matches(search));
  const isOn = (ride: Ride) => dayOf(ride).localeCompare(zoneTime(Date.now(), ride.voucher.zone).slice(0, 10));
  const section = (title: string, shown: readonly Ride[]): ReactNode =>
    shown.length > 0 && (
      <section className="stack gap-2">
        <h2>{title}</h2>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
        <ul role="list" className="stack gap-2">
          {shown.map((ride) => (
            <RideCard key={ride.voucher.id} ride={ride} open={ride.voucher.id === made} onChange={onChange} />
          ))}
        </ul>
      </section>
    );
  return (
    <div className="voucher page stack gap-4">
      <PageHeading title={t('voucher.title')} className="screen-title" />
      {made !== undefined && <Notice tone="success" role="status" text={t('voucher.made')} />}
      <p>
        <ButtonLink to="/bon#n">{t('voucher.new')}</ButtonLink>
      </p>
      {rides.length === 0 && <p>{t('voucher.none')}</p>}
      {rides.length > 3 && (
        <TextField
          type="search"
          label={t('voucher.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {search !== '' && found.length === 0 && <p role="status">{t('voucher.notFound')}</p>}
      {section(
        t('voucher.today'),
        found.filter((ride) => isOn(ride) === 0),
      )}
      {section(
        t('voucher.later'),
        found.filter((ride) => isOn(ride) > 0),
      )}
      {section(t('voucher.earlier'), found.filter((ride) => isOn(ride) < 0).toReversed())}
      {rides.length > 0 && <Months rides={rides} />}
      <Backup rides={rides} onChange={onChange} />
      <p className="voucher__note">{t('voucher.law')}</p>
    </div>
  );
}

/** Totals of each month, with its file for the accountant. */
function Months({ rides }: { readonly rides: readonly Ride[] }) {
  const { t, language, format } = useLocale();
  const states = t('voucher.states', { returnObjects: true });
  const months = [...new Set(rides.map((ride) => dayOf(ride).slice(0, 7)))].toReversed();
  return (
    <section className="stack gap-2">
      <h2>{t('voucher.months')}</h2>
      {months.map((month) => {
        const those = rides.filter((ride) => dayOf(ride).startsWith(month));
        const done = those.filter(({ state }) => state === 'done');
        const total = done.reduce((sum, { voucher }) => sum + Number(voucher.price), 0);
        const name = new Date(`${month}-15`).toLocaleDateString(language, { month: 'long', year: 'numeric' });
        return (
          <div key={month} className="ride-card__head">
            <p>
              <strong>{name}</strong>
              <br />
              {t('voucher.monthTotal', {
                rides: format.number(those.length),
                done: format.number(done.length),
                total: format.number(total),
              })}
            </p>
            <Button
              look="secondary"
              aria-label={t('voucher.csvOf', { month: name })}
              onClick={() => saveFile(`courses-${month}.csv`, ridesCsv(those, states))}
            >
              {t('voucher.csv')}
            </Button>
          </div>
        );
      })}
    </section>
  );
}

/** Everything as one encrypted file, out and in; the phone is the only place that has the rides. */
function Backup({ rides, onChange }: RideListProps) {
  const { t } = useTranslation();
  const [passphrase, setPassphrase] = useState('');
  const [kept, setKept] = useState({ persisted: true, exported: Number.POSITIVE_INFINITY });
  const [refused, setRefused] = useState<string>();
  const read = async () => setKept({ persisted: await isPersisted(), exported: await lastExport() });
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with the rides
  useEffect(() => void read().catch(() => undefined), [rides]);
  const failed = (key: 'voucher.notStored' | 'voucher.unreadable') => (): Failure => ownFailure(key);
  const isShort = () => {
    setRefused(passphrase.length < SHORTEST_PASSPHRASE ? t('voucher.passphraseShort') : undefined);
    return passphrase.length < SHORTEST_PASSPHRASE;
  };
  const out = useAction(async () => {
    if (isShort()) return;
    saveFile(`volant-courses-${new Date().toLocaleDateString('sv')}.json`, await encryptedRides(rides, passphrase));
    await noteExport(Date.now());
    await read();
  }, failed('voucher.notStored'));
  const back = useAction(async (file: File | undefined) => {
    if (file === undefined || isShort()) return;
    if (file.size > LARGEST_BACKUP) throw new Error('too large');
    await addRides(await decryptedRides(await file.text(), passphrase));
    await onChange();
  }, failed('voucher.unreadable'));
  const [oldest = ''] = rides.map(({ voucher }) => voucher.madeAt).toSorted();
  const isDue = rides.length > 0 && Date.now() - Math.max(kept.exported, Date.parse(oldest)) > MONTH_MS;
  return (
    <>
      {isDue && <Notice tone="info" text={t('voucher.exportDue')} />}
      <details className="voucher__backup">
        <summary>{t('voucher.backup')}</summary>
        <div className="stack gap-3">
          <p>{t('voucher.backupText')}</p>
          {rides.length > 0 && !kept.persisted && <Notice tone="info" text={t('voucher.mayBeCleared')} />}
          <PasswordField
            label={t('voucher.passphrase')}
            hint={t('voucher.passphraseHint')}
            error={refused}
            autoComplete="off"
            value={passphrase}
            onChange={({ target }) => setPassphrase(target.value)}
          />
          <div className="cluster gap-2">
            <Button look="secondary" busy={out.busy} idle={rides.length === 0} onClick={() => void out.run()}>
              {t('voucher.export')}
            </Button>
            <label className="btn btn--secondary">
              {t('voucher.import')}
              <input
                type="file"
                className="visually-hidden"
                accept="application/json,.json"
                onChange={({ target }) => {
                  void back.run(target.files?.[0]);
                  target.value = '';
                }}
              />
            </label>
          </div>
          <FailureNotice failure={out.failure ?? back.failure} />
        </div>
      </details>
    </>
  );
}
