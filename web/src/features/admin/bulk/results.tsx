import { ExternalLink, FileSpreadsheet, Nfc, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../../browser/same-screen.ts';
import { withParameters } from '../../../browser/with-parameters.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { pageLink } from '../../../print/card-link.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';
import { hasNfc } from '../chips/web-nfc.ts';
import { clearMade, fetchWorkbook, type MadePage, type MadeSeries, useBulkJob } from './bulk-job.ts';

const PrintDialog = lazyPart(() => import('../../../print/print-dialog.tsx'));
const NfcDialog = lazyPart(() => import('../chips/nfc-dialog.tsx'));

interface ResultsProps {
  /** Results that were there before. */
  readonly former: number;
}

export default function Results({ former }: ResultsProps) {
  const { t } = useTranslation();
  const { made = [], byHand = [] } = useBulkJob();
  const section = useRef<HTMLElement>(null);
  const shown = useRef(former);
  const results = made.length + byHand.length;

  // On a phone they are below the form, and the next step is in them.
  useEffect(() => {
    if (results > shown.current) section.current?.scrollIntoView?.({ block: 'nearest' });
    shown.current = results;
  }, [results]);

  return (
    <section ref={section} className="bulk__results stack gap-5" aria-labelledby="bulk-results">
      <div className="bulk__head cluster middle gap-2-3">
        <h2 id="bulk-results">{t('adminBulk.results')}</h2>
        <Button look="quiet" onClick={clearMade}>
          {t('adminBulk.clear')}
        </Button>
      </div>
      {made.map((series) => (
        <SeriesResult key={series.workbookId} series={series} />
      ))}
      {byHand.length > 0 && (
        <>
          <h3>{t('adminBulk.byHand')}</h3>
          <MadeLinks pages={byHand} label={t('adminBulk.byHand')} />
        </>
      )}
    </section>
  );
}

/** A series with what can be made of it: its workbook, print files and chips. */
function SeriesResult({ series: { workbookId, pages } }: { readonly series: MadeSeries }) {
  const { t, format } = useLocale();
  const { workbookFailure } = useBulkJob();
  const [params] = useSearchParams();
  const [writing, setWriting] = useState(false);
  const [printing, setPrinting] = useState(false);
  const { run: saveWorkbook, busy } = useSingleFlight(fetchWorkbook);
  const [first] = pages;
  return (
    <>
      <p role="status">{t('adminBulk.made', format.counted(pages.length))}</p>
      <div className="cluster middle gap-2-3">
        <Button look="secondary" icon={Printer} onClick={() => setPrinting(true)}>
          {t('adminCards.print')}
        </Button>
        {hasNfc() && (
          <Button look="secondary" icon={Nfc} onClick={() => setWriting(true)}>
            {t('adminCards.nfc')}
          </Button>
        )}
        <Button look="secondary" icon={FileSpreadsheet} busy={busy} onClick={() => void saveWorkbook(workbookId)}>
          {t('adminBulk.workbook')}
        </Button>
        <CopyButton
          value={pages.map(({ id }) => pageLink(id)).join('\n')}
          label={t('adminBulk.copyAll')}
          copied={t('adminBulk.copiedAll')}
        />
        <ButtonLink
          look="quiet"
          to={{ search: withParameters(params, { batch: workbookId }).toString() }}
          state={SAME_SCREEN}
        >
          {t('adminBulk.toBatch')}
        </ButtonLink>
      </div>
      <FailureNotice failure={workbookFailure?.workbookId === workbookId ? workbookFailure.failure : undefined} />
      {printing && first !== undefined && (
        <PrintDialog
          choice={{ by: 'pages', pages }}
          count={pages.length}
          sample={first}
          batch={{ id: workbookId, numbers: pages.map((_, place) => place + 1) }}
          onClose={() => setPrinting(false)}
        />
      )}
      {writing && <NfcDialog batch={workbookId} onClose={() => setWriting(false)} />}
      <MadeLinks pages={pages} label={t('adminBulk.links')} />
    </>
  );
}

/** Links shown at first: the batch below has them all. */
const SHOWN_AT_ONCE = 10;

/** Links of new pages, each with open and copy. */
function MadeLinks({ pages, label }: { readonly pages: readonly MadePage[]; readonly label: string }) {
  const { t, format } = useLocale();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = pages.length - shown;
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ul className="made" role="list" aria-label={label}>
        {pages.slice(0, shown).map(({ id, displayName }) => (
          <li key={id} className="made__page">
            <a className="made__link" href={href('/d/:id', { id })} target="_blank" rel="noopener">
              {displayName !== '' && <strong dir="auto">{displayName}</strong>}
              <code translate="no">{id}</code>
              <ExternalLink aria-hidden="true" />
              <span className="visually-hidden">{t('adminBulk.newTab')}</span>
            </a>
            <CopyButton
              value={pageLink(id)}
              label={t('share.copy')}
              name={t('share.copyNamed', { name: displayName || id })}
              copied={t('share.copied')}
            />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button look="secondary" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t('adminBulk.moreLinks', format.counted(left))}
        </Button>
      )}
    </>
  );
}
