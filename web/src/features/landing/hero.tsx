import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { ButtonLink, ExternalButton } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { HeroArt } from './hero-art.tsx';
import { HeroCode } from './hero-code.tsx';

interface HeroProps {
  readonly signedIn: boolean;
  readonly shopUrl: string | undefined;
  /** Id of a page that may be shown as an example. */
  readonly example: string | undefined;
}

/** The hero is drawn as the card: ID-1 proportions, its corner, its wave and a working code. */
export function Hero({ signedIn, shopUrl, example }: HeroProps) {
  const { t } = useTranslation();
  return (
    <section className="hero">
      <HeroArt />
      <HeroCode example={example} shopUrl={shopUrl} />
      <PageHeading title={t('landing.documentTitle')} className="hero__title">
        {t('landing.title')}
      </PageHeading>
      <p className="hero__lede">{t('landing.lede')}</p>
      <div className="hero__links">
        {signedIn ? (
          <ButtonLink look="on-card" to={href('/dashboard')}>
            {t('landing.toDashboard')}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink look="on-card" to={href('/signup')}>
              {t('landing.createAccount')}
            </ButtonLink>
            {shopUrl === undefined ? (
              <ButtonLink look="outline-on-card" to="/#products">
                {t('landing.seeProducts')}
              </ButtonLink>
            ) : (
              <ExternalButton look="outline-on-card" href={shopUrl}>
                {t('landing.visitShop')}
              </ExternalButton>
            )}
            <Link className="hero__sign-in" to={href('/login')}>
              {t('landing.signIn')}
            </Link>
          </>
        )}
      </div>
    </section>
  );
}
