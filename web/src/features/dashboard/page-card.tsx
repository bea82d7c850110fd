import { Maximize2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cardLinks } from '../../print/card-link.ts';
import { accentProperties } from '../../public-page/view/accent-properties.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { ShowCard } from '../../ui/show-card.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { OtherActions, PageActions, type PageActionsProps } from './page-actions.tsx';
import { MissingParts, PageFacts, PageTroubles } from './page-facts.tsx';
import { WeekFigures } from './week-figures.tsx';
import './page-card.css';

/** The card of a page with its code on top, then its week and its actions. */
export function PageCard(props: PageActionsProps) {
  const { page, name } = props;
  return (
    <article className="page-card">
      <CodeCard page={page} name={name} />
      <div className="page-card__rest stack gap-3">
        <div className="page-card__line">
          <p className="cluster middle gap-2-3">
            <StateBadge state={page.state} />
            <PageTroubles page={page} />
          </p>
          <OtherActions page={page} name={name} header={<PageFacts page={page} />} />
        </div>
        <MissingParts page={page} />
        {page.week !== null && <WeekFigures week={page.week} />}
        <PageActions {...props} />
      </div>
    </article>
  );
}

/** A longer name is set smaller. */
const LONG_NAME = 22;

/** The driver's card in the colour of the page; all of it shows the code over the whole screen. */
function CodeCard({ page, name }: Pick<PageActionsProps, 'page' | 'name'>) {
  const { t } = useTranslation();
  const { address, printed } = cardLinks(page.address);
  return (
    <div className="page-card__top">
      <div className="code-card" data-state={page.state} style={accentProperties(page.profile.accent)}>
        <Avatar name={name} picture={page.avatar ?? undefined} />
        <h2
          className={`code-card__name ${name.length > LONG_NAME ? 'code-card__name--long' : ''}`}
          dir="auto"
          translate="no"
        >
          {name}
        </h2>
        <ShowCard
          {...{ name, printed, address }}
          label={t('dashboard.showCodeNamed', { name })}
          back={t('dashboard.hideCode')}
          className="code-card__show"
        >
          <QrCode text={printed} label={t('share.qrNamed', { name })} />
          <span className="code-card__hint">
            <Maximize2 aria-hidden="true" />
            {t('dashboard.fullScreen')}
          </span>
        </ShowCard>
      </div>
    </div>
  );
}
