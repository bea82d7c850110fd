import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { SiteOrigin } from '../../browser/site-origin.ts';
import { ButtonLink, ExternalButton } from '../../ui/button.tsx';
import { Wave } from '../../ui/card-art.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

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
      <div className="cluster gap-3">
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

const rings = [180, 270, 360, 450, 540, 630];

/** Artwork of the card: rings like those of a steering wheel, and the wave. */
function HeroArt() {
  return (
    <>
      <svg className="hero__rings" viewBox="0 0 856 540" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
        <g fill="none" stroke="var(--card-line)" strokeWidth="1.5">
          {rings.map((radius) => (
            <circle key={radius} cx="770" cy="470" r={radius} />
          ))}
        </g>
      </svg>
      <svg className="hero__wave" viewBox="-8 -62 104 124" aria-hidden="true">
        <Wave x={0} y={0} scale={1} />
      </svg>
    </>
  );
}

/** A working QR code: leads to the example page, else to the shop. */
function HeroCode({ example, shopUrl }: Pick<HeroProps, 'example' | 'shopUrl'>) {
  const { t } = useTranslation();
  const origin = useContext(SiteOrigin);
  const target = example === undefined ? shopUrl : `${origin}${href('/d/:id', { id: example })}?s=qr`;
  if (target === undefined) return null;
  return (
    <div className="hero__code">
      <QrCode text={target} label={t(example === undefined ? 'landing.heroQrShop' : 'landing.heroQr')} />
      <p>{t(example === undefined ? 'landing.heroScanShop' : 'landing.heroScan')}</p>
    </div>
  );
}
