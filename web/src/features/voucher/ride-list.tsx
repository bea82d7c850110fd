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
import { decryptedBackup, encryptedBackup, LARGEST_BACKUP } from './backup.ts';
import { monthCsv } from './month-csv.ts';
import { type Receipt, receiptName } from './receipt.ts';
import { RideCard } from './ride-card.tsx';
import { ReceiptLine } from './ride-receipt.tsx';
import { addRides, importReceipts, isPersisted, lastExport, noteExport, type Ride } from './rides-store.ts';

const MONTH_MS = 30 * 24 * 60 * 60 * 1_000;
const SHORTEST_PASSPHRASE = 8;

const dayAt = ({ pickUpAt, zone }: Receipt | Ride['voucher']) => zoneTime(pickUpAt, zone).slice(0, 10);
const dayOf = ({ voucher }: Ride) => dayAt(voucher);
const matches =
  (search: string) =>
  ({ voucher: { client, phone, place, destination, id } }: Ride) =>
    folded([client, phone, place, destination, id].join(' ')).includes(folded(search.trim()));

interface RideListProps {
  readonly rides: readonly Ride[];
  readonly receipts: readonly Receipt[];
  readonly onChange: () => Promise<unknown>;
}

/** The rides of this phone: today's first, then those to come, then the others. */
export function RideList({ rides, receipts, onChange }: RideListProps) {
  const { t } = useTranslation();
  const { made, receipt: receiptMade } = (useLocation().state ?? {}) as { made?: string; receipt?: string };
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
            <RideCard
              key={ride.voucher.id}
              ride={ride}
              receipts={receipts}
              open={ride.voucher.id === made}
              onChange={onChange}
            />
          ))}
        </ul>
      </section>
    );
  return (
    <div className="voucher page stack gap-4">
      <PageHeading title={t('voucher.title')} className="screen-title" />
      {made !== undefined && (
        <Notice
          tone="success"
          role="status"
          text={receiptMade === undefined ? t('voucher.made') : t('voucher.receipt.made', { name: receiptMade })}
        />
      )}
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
      {rides.length + receipts.length > 0 && <Months rides={rides} receipts={receipts} />}
      {receipts.length > 0 && <Receipts receipts={receipts} />}
      <Backup rides={rides} receipts={receipts} onChange={onChange} />
      <p className="voucher__note">{t('voucher.law')}</p>
    </div>
  );
}

/** Every receipt, also of rides that were deleted: the law has them kept. */
function Receipts({ receipts }: { readonly receipts: readonly Receipt[] }) {
  const { t } = useTranslation();
  return (
    <details className="voucher__backup">
      <summary>{t('voucher.receipt.all')}</summary>
      <div className="stack gap-4">
        {receipts.toReversed().map((receipt) => (
          <ReceiptLine key={receiptName(receipt)} receipt={receipt} receipts={receipts} />
        ))}
      </div>
    </details>
  );
}

/** Totals of each month, with its file for the accountant. */
function Months({ rides, receipts }: Omit<RideListProps, 'onChange'>) {
  const { t, language, format } = useLocale();
  const states = t('voucher.states', { returnObjects: true });
  const months = [...new Set([...rides.map(dayOf), ...receipts.map(dayAt)].map((day) => day.slice(0, 7)))]
    .toSorted()
    .toReversed();
  return (
    <section className="stack gap-2">
      <h2>{t('voucher.months')}</h2>
      {months.map((month) => {
        const those = rides.filter((ride) => dayOf(ride).startsWith(month));
        const theirs = receipts.filter((receipt) => dayAt(receipt).startsWith(month));
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
              onClick={() => saveFile(`courses-${month}.csv`, monthCsv(those, theirs, states))}
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
function Backup({ rides, receipts, onChange }: RideListProps) {
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
    saveFile(
      `volant-courses-${new Date().toLocaleDateString('sv')}.json`,
      await encryptedBackup({ rides, receipts }, passphrase),
    );
    await noteExport(Date.now());
    await read();
  }, failed('voucher.notStored'));
  const back = useAction(async (file: File | undefined) => {
    if (file === undefined || isShort()) return;
    if (file.size > LARGEST_BACKUP) throw new Error('too large');
    const backup = await decryptedBackup(await file.text(), passphrase);
    await addRides(backup.rides);
    await importReceipts(backup.receipts);
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
