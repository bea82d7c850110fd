import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { ButtonLink, ExternalButton } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { HeroArt } from './hero-art.tsx';

interface HeroProps {
  readonly signedIn: boolean;
  readonly shopUrl: string | undefined;
}

/** The hero is the card itself: ID-1 proportions, its corner, its wave and its square. */
export function Hero({ signedIn, shopUrl }: HeroProps) {
  const { t } = useTranslation();
  return (
    <section className="hero">
      <HeroArt />
      <PageHeading title={t('landing.documentTitle')} className="hero__title">
        {t('landing.title')}
      </PageHeading>
      <p className="hero__lede">{t('landing.lede')}</p>
      <div className="hero__links">
        {signedIn ? (
          <ButtonLink look="on-card" to={paths.dashboard}>
            {t('landing.toDashboard')}
          </ButtonLink>
        ) : (
          <>
            {shopUrl === undefined ? (
              <ButtonLink look="on-card" to={paths.products}>
                {t('landing.seeProducts')}
              </ButtonLink>
            ) : (
              <ExternalButton look="on-card" href={shopUrl}>
                {t('landing.visitShop')}
              </ExternalButton>
            )}
            <ButtonLink look="outline-on-card" to={paths.login}>
              {t('landing.signIn')}
            </ButtonLink>
          </>
        )}
      </div>
    </section>
  );
}
