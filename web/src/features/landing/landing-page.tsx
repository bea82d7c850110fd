import { useTranslation } from 'react-i18next';
import { href, Link, useLocation, useRouteLoaderData } from 'react-router';
import type { RuntimeConfig } from '../../app/config.ts';
import { scrollBehavior } from '../../browser/scroll-behavior.ts';
import { wantsProducts } from '../../browser/show-products.ts';
import { useSession } from '../../session/use-session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useLater } from '../../ui/use-later.ts';
import { Example } from './example.tsx';
import { Hero } from './hero.tsx';
import { Products } from './products.tsx';
import './questions.css';
import './steps.css';
import './landing.css';

/** Milliseconds; later than the scroll to the top on navigation, which this replaces. */
const PRODUCTS_AFTER_MS = 100;

/** The link at the end of the tutorial leads to the products. */
function useProductsInView(): void {
  const { state, key } = useLocation();
  const showsProducts = wantsProducts(state);
  // The key stands for the navigation.
  useLater(showsProducts ? key : undefined, PRODUCTS_AFTER_MS, () => {
    document.getElementById('products')?.scrollIntoView({ behavior: scrollBehavior() });
  });
}

function LandingPage() {
  useProductsInView();
  const signedIn = useSession() !== null;
  const { t } = useTranslation();
  const { shop = {}, example, firstLink } = useRouteLoaderData<RuntimeConfig>('root') ?? {};
  return (
    <div className="landing page">
      {firstLink !== undefined && !signedIn && (
        <Notice
          tone="info"
          text={t('landing.nobodyAdministers')}
          actions={<ButtonLink to={firstLink}>{t('landing.becomeAdministrator')}</ButtonLink>}
        />
      )}
      <Hero signedIn={signedIn} shopUrl={shop.home} example={example} />
      <Example pageId={example} />
      <Steps />
      <Products shop={shop} />
      <Mission />
      <Questions />
      <CallToAction signedIn={signedIn} />
    </div>
  );
}

function Mission() {
  const { t } = useTranslation();
  return (
    <section className="mission" aria-labelledby="mission-title">
      <h2 id="mission-title" className="landing__title">
        {t('landing.missionTitle')}
      </h2>
      <div className="mission__text">
        <p>{t('landing.missionText')}</p>
        <p>{t('landing.missionText2')}</p>
        <p>
          <Link to={href('/our-story')}>{t('story.title')}</Link>
        </p>
      </div>
    </section>
  );
}

function CallToAction({ signedIn }: { readonly signedIn: boolean }) {
  const { t } = useTranslation();
  return (
    <section className="call-to-action" aria-labelledby="cta-title">
      <div>
        <h2 id="cta-title" className="landing__title">
          {signedIn ? t('landing.ctaTitleSignedIn') : t('landing.ctaTitle')}
        </h2>
        <p>{signedIn ? t('landing.ctaTextSignedIn') : t('landing.ctaText')}</p>
      </div>
      <div className="cluster gap-3">
        {signedIn ? (
          <ButtonLink to={href('/dashboard')}>{t('landing.toDashboard')}</ButtonLink>
        ) : (
          <>
            <ButtonLink to={href('/signup')}>{t('landing.createAccount')}</ButtonLink>
            <ButtonLink look="secondary" to={href('/login')}>
              {t('landing.haveAccount')}
            </ButtonLink>
          </>
        )}
      </div>
    </section>
  );
}

/** Frequent questions; answers open without a script. */
function Questions() {
  const { t } = useTranslation();
  return (
    <section className="questions" aria-labelledby="questions-title">
      <h2 id="questions-title" className="landing__title">
        {t('landing.faqTitle')}
      </h2>
      <div className="questions__list">
        {Object.entries(t('landing.faq', { returnObjects: true })).map(([about, { question, answer }]) => (
          <details key={about} className="questions__one">
            <summary>{question}</summary>
            <p>
              {answer} {about === 'return' && <Link to={href('/refund-policy')}>{t('landing.faqReturn')}</Link>}
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** Steps from the order to the first call. */
function Steps() {
  const { t } = useTranslation();
  return (
    <section className="steps" aria-labelledby="steps-title">
      <h2 id="steps-title" className="landing__title">
        {t('landing.stepsTitle')}
      </h2>
      <ol className="steps__list">
        {Object.entries(t('landing.steps', { returnObjects: true })).map(([step, { title, text }]) => (
          <li key={step} className="steps__step">
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p>
        <Link to={href('/tutorial')}>{t('landing.toTutorial')}</Link>
      </p>
    </section>
  );
}

export { LandingPage as Component };
