import { ChartColumn, Ellipsis, ExternalLink, Pencil, QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { PageCardFragment } from './page-card.generated.ts';
import './page-actions.css';

export interface PageActionsProps {
  readonly page: PageCardFragment;
  readonly name: string;
  readonly onAnalytics: () => void;
  readonly onShare: () => void;
}

export function PageActions({ page, name, onAnalytics, onShare }: PageActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="page-actions">
      <Link
        className="page-action"
        to={href('/editor/:id', { id: page.id })}
        aria-label={t('dashboard.editNamed', { name })}
      >
        <Pencil aria-hidden="true" />
        {t('dashboard.edit')}
      </Link>
      <a
        className="page-action"
        href={href('/d/:id', { id: page.address })}
        target="_blank"
        rel="noopener"
        aria-label={t('dashboard.viewNamed', { name })}
      >
        <ExternalLink aria-hidden="true" />
        {t('dashboard.view')}
      </a>
      <button
        type="button"
        className="page-action"
        aria-haspopup="dialog"
        aria-label={t('dashboard.analyticsNamed', { name })}
        onClick={onAnalytics}
      >
        <ChartColumn aria-hidden="true" />
        {t('dashboard.analytics')}
      </button>
      <button
        type="button"
        className="page-action"
        aria-haspopup="dialog"
        aria-label={t('dashboard.shareNamed', { name })}
        onClick={onShare}
      >
        <QrCode aria-hidden="true" />
        {t('dashboard.share')}
      </button>
    </div>
  );
}

interface OtherActionsProps extends Pick<PageActionsProps, 'page' | 'name'> {
  /** Facts above the actions. */
  readonly header?: ReactNode;
}

/** What is rare. */
export function OtherActions({ page, name, header }: OtherActionsProps) {
  const { t } = useTranslation();
  return (
    <MenuButton
      className="icon-button page-others"
      label={t('dashboard.othersNamed', { name })}
      header={header}
      entries={[
        { id: 'cards', label: t('dashboard.cards'), to: href('/cards/:id', { id: page.id }) },
        { id: 'history', label: t('dashboard.history'), to: href('/history/:id', { id: page.id }) },
      ]}
    >
      <Ellipsis aria-hidden="true" />
    </MenuButton>
  );
}
