import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offlineCards } from '../../offline/offline-cards.ts';
import { useCardDialogs } from './use-card-dialogs.tsx';
import './offline-cards.css';

/** In place of the list without a network: the driver can still show a code. */
export function OfflineCards() {
  const { t } = useTranslation();
  const [cards] = useState(offlineCards);
  const dialogs = useCardDialogs();
  if (cards.length === 0) return null;
  return (
    <section className="offline-cards">
      <h2>{t('dashboard.offlineTitle')}</h2>
      <p>{t('dashboard.offlineText')}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ul role="list">
        {cards.map((card) => {
          const name = card.displayName || t('dashboard.untitled');
          return (
            <li key={card.id}>
              <bdi translate="no" className="offline-cards__name">
                {name}
              </bdi>
              <button
                type="button"
                className="btn btn--primary"
                aria-haspopup="dialog"
                aria-label={t('dashboard.shareNamed', { name })}
                onClick={() => dialogs.open('share', card.id)}
              >
                <QrCode aria-hidden="true" />
                {t('dashboard.share')}
              </button>
              {dialogs.under(card)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
