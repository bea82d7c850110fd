import { ChevronDown, QrCode } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocale } from '../../i18n/use-locale.ts';
import { cardLinks } from '../../print/card-link.ts';
import { accentProperties } from '../../public-page/view/accent-properties.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ShowCard } from '../../ui/show-card.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { missingParts } from './missing-parts.ts';
import { OtherActions, PageActions, type PageActionsProps } from './page-actions.tsx';
import { MissingParts, PageFacts, PageTroubles } from './page-facts.tsx';
import { WeekFigures } from './week-figures.tsx';
import './page-row.css';

/** One of several pages: a line that opens. Its code is one tap away all the same. */
export function PageRow(props: PageActionsProps) {
  const { page, name } = props;
  const { t, format } = useLocale();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { address, printed } = cardLinks(page.address);
  const isEmpty = missingParts(page).some((part) => part !== 'photo');
  return (
    <article className="page-strip" data-open={open || undefined}>
      <div className="page-strip__line">
        <span className="page-strip__tile" style={accentProperties(page.profile.accent)}>
          <Avatar name={name} picture={page.avatar ?? undefined} />
        </span>
        <div className="page-strip__about">
          <h2 className="page-strip__name" dir="auto" translate="no">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
            >
              {name}
            </button>
          </h2>
          <p className="page-strip__facts">
            {isEmpty ? (
              <span className="state-badge state-badge--unclaimed">{t('dashboard.incomplete')}</span>
            ) : (
              <StateBadge state={page.state} />
            )}
            {page.week !== null && <span>{t('dashboard.callsOfWeek', format.counted(page.week.calls))}</span>}
          </p>
        </div>
        <ShowCard
          {...{ name, printed, address }}
          label={t('dashboard.showCodeNamed', { name })}
          back={t('dashboard.hideCode')}
          className="icon-button page-strip__code"
        >
          <QrCode aria-hidden="true" />
        </ShowCard>
        <ChevronDown className="page-strip__chevron" aria-hidden="true" />
      </div>
      {open && (
        <div id={id} className="page-strip__body stack gap-3">
          <div className="page-card__line">
            <p className="page-strip__details">
              {isEmpty && <StateBadge state={page.state} />}
              <PageFacts page={page} />
              <PageTroubles page={page} />
            </p>
            <OtherActions page={page} name={name} />
          </div>
          <MissingParts page={page} />
          {page.week !== null && <WeekFigures week={page.week} />}
          <PageActions {...props} />
        </div>
      )}
    </article>
  );
}
