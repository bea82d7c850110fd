import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { CardArt } from '../../ui/card-art.tsx';

/** The empty state: two ways to a first page. */
export function NoPages() {
  const { t } = useTranslation();
  return (
    <section className="no-pages">
      <div className="no-pages__art">
        <CardArt kind="solo" />
      </div>
      <div className="no-pages__text">
        <h2>{t('dashboard.emptyTitle')}</h2>
        <p>{t('dashboard.emptyText')}</p>
        <div className="dashboard__actions">
          <ButtonLink to={href('/claim')}>{t('dashboard.claim')}</ButtonLink>
          <ButtonLink look="secondary" to={href('/editor/new')}>
            {t('dashboard.create')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
