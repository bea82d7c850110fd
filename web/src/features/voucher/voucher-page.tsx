import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import * as v from 'valibot';
import { call } from '../../api/client.ts';
import { keepOffline } from '../../offline/keep-offline.ts';
import { readRideHash } from '../../public-page/script/ride-link.ts';
import { currentSession } from '../../session/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ControlScreen } from './control-screen.tsx';
import { type Receipt, standingReceipt } from './receipt.ts';
import { ReceiptForm } from './receipt-form.tsx';
import { RideList } from './ride-list.tsx';
import { allReceipts, allRides, type Ride, storedBusiness } from './rides-store.ts';
import { type Business, NO_BUSINESS, readVoucherHash, startValues, valuesOf } from './voucher.ts';
import { VoucherForm } from './voucher-form.tsx';
import './voucher.css';

interface Kept {
  readonly rides: readonly Ride[];
  readonly receipts: readonly Receipt[];
  readonly business: Business;
}

/**
 * Booking vouchers and rides of the phone. What is shown follows `#`, which no server is sent: `d` a passenger's
 * request, `b` a voucher, `c` the correction of one, `r` the receipt of one, `n` an empty form; otherwise the rides.
 */
function VoucherPage() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const voucher = readVoucherHash(hash);
  const { kept, failed, read } = useKept();
  const hasRides = kept !== undefined && kept.rides.length > 0;
  useEffect(() => void keepScreen(hasRides), [hasRides]);
  if (voucher !== undefined) return <ControlScreen key={hash} voucher={voucher} />;
  if (failed) {
    return (
      <div className="voucher page stack gap-4">
        <PageHeading title={t('voucher.title')} className="screen-title" />
        <Notice tone="danger" role="alert" text={t('voucher.noStorage')} />
      </div>
    );
  }
  if (kept === undefined) {
    return (
      <div className="voucher page" aria-busy="true">
        <PageHeading title={t('voucher.title')} className="screen-title" />
      </div>
    );
  }
  const ride = readRideHash(hash);
  const corrected = kept.rides.find((one) => hash === `#c${one.voucher.id}`)?.voucher;
  if (hash === '#n' || ride !== undefined || corrected !== undefined) {
    const start = corrected === undefined ? startValues(kept.business, Date.now(), ride) : valuesOf(corrected);
    return (
      <VoucherForm key={hash} start={start} asked={ride !== undefined} replaces={corrected?.id ?? ''} onMade={read} />
    );
  }
  const carried = kept.rides.find((one) => hash === `#r${one.voucher.id}` && one.state === 'done')?.voucher;
  if (carried !== undefined) {
    const old = standingReceipt(kept.receipts, carried.id);
    return <ReceiptForm key={hash} voucher={carried} old={old} receipts={kept.receipts} onMade={read} />;
  }
  return (
    <>
      {/^#[bd]/.test(hash) && <Notice tone="danger" role="alert" text={t('voucher.brokenLink')} />}
      <RideList rides={kept.rides} receipts={kept.receipts} onChange={read} />
    </>
  );
}

/** What the phone has; read again when the screen is shown again, because another tab may have changed it. */
function useKept() {
  const [kept, setKept] = useState<Kept>();
  const [failed, setFailed] = useState(false);
  const read = useCallback(async () => {
    try {
      const [rides, receipts] = [await allRides(), await allReceipts()];
      setKept({ rides, receipts, business: (await storedBusiness()) ?? (await businessOfPages()) });
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    void read();
    const again = () => document.visibilityState === 'visible' && void read();
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  }, [read]);
  return { kept, failed, read };
}

const text = v.optional(v.string(), '');
const blocks = v.object({
  name: text,
  company: text,
  phone: text,
  address: text,
  siren: text,
  revtc: text,
  trade: text,
});
const pagesSchema = v.object({ pages: v.array(v.object({ blocksJson: blocks })) });

/** The first voucher on a phone begins with the numbers of the driver's page; later ones with those of the phone. */
async function businessOfPages(): Promise<Business> {
  if (currentSession() === null) return NO_BUSINESS;
  try {
    const { pages } = await call('/api/pages/mine', { answer: pagesSchema });
    const page = pages.find(({ blocksJson }) => blocksJson.trade === 'vtc')?.blocksJson;
    if (page === undefined) return NO_BUSINESS;
    const { name, company, phone, address, siren, revtc } = page;
    const operator = [...new Set([name, company])].filter((part) => part !== '').join(', ');
    return { ...NO_BUSINESS, operator, operatorPhone: phone, address, siren, revtc };
  } catch {
    // Without a network they are typed once.
    return NO_BUSINESS;
  }
}

/**
 * The screen works without a network from the first visit on, and the code and fonts of its files once there is a ride
 * to write: an officer's phone need not load them.
 */
async function keepScreen(hasRides: boolean): Promise<void> {
  if (hasRides) {
    try {
      await (await import('./sheet-pdf.ts')).loadFaces();
    } catch {
      // The next visit keeps them.
    }
  }
  await keepOffline('/bon', ['/bon']);
}

export { VoucherPage as Component };
