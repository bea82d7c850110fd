import { ChartNoAxesColumn, Link2, MessageCircle, Pencil, Phone, RefreshCw, User, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { useSession } from '../../api/use-session.ts';
import { SHOW_PRODUCTS } from '../../browser/show-products.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { StepSection } from './step-section.tsx';
import { steps } from './steps.ts';
import './tutorial.css';

interface Point {
  readonly icon: typeof User;
  readonly name: TextKey;
  readonly text: TextKey;
}

const features: readonly Point[] = [
  { icon: User, name: 'tutorial.step3.profile.name', text: 'tutorial.step3.profile.text' },
  { icon: Phone, name: 'tutorial.step3.phone.name', text: 'tutorial.step3.phone.text' },
  { icon: MessageCircle, name: 'tutorial.step3.messaging.name', text: 'tutorial.step3.messaging.text' },
  { icon: Link2, name: 'tutorial.step3.links.name', text: 'tutorial.step3.links.text' },
  { icon: Pencil, name: 'tutorial.step3.edit.name', text: 'tutorial.step3.edit.text' },
];

const benefits: readonly Point[] = [
  { icon: Users, name: 'tutorial.direct.name', text: 'tutorial.direct.text' },
  { icon: RefreshCw, name: 'tutorial.always.name', text: 'tutorial.always.text' },
  { icon: ChartNoAxesColumn, name: 'tutorial.measured.name', text: 'tutorial.measured.text' },
];

function TutorialPage() {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  return (
    <div className="tutorial page">
      <header className="tutorial__head">
        <PageHeading title={t('tutorial.title')} className="screen-title">
          {t('tutorial.heading')}
        </PageHeading>
        <p className="tutorial__lede">{t('tutorial.lede')}</p>
      </header>
      <nav className="tutorial__rail" aria-label={t('tutorial.steps')}>
        <ol>
          {steps.map(({ id, name }) => (
            <li key={id}>
              <Link to={`#${id}`}>{t(name)}</Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className="tutorial__steps">
        {steps.map((step, i) => (
          <StepSection key={step.id} step={step} number={i + 1}>
            {step.id === 'step3' && (
              <>
                <Points points={features} className="features" />
                {signedIn && <ButtonLink to={href('/dashboard')}>{t('tutorial.step3.toDashboard')}</ButtonLink>}
              </>
            )}
          </StepSection>
        ))}
        <section className="tutorial__benefits" aria-labelledby="benefits-title">
          <h2 id="benefits-title">{t('tutorial.benefits')}</h2>
          <Points points={benefits} className="benefits" />
          <ButtonLink to={href('/')} state={SHOW_PRODUCTS}>
            {t('tutorial.final')}
          </ButtonLink>
        </section>
      </div>
    </div>
  );
}

function Points({ points, className }: { readonly points: readonly Point[]; readonly className: string }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it
    <ul className={className} role="list">
      {points.map(({ icon: Icon, name, text }) => (
        <li key={name}>
          <Icon aria-hidden="true" />
          <div>
            <h3>{t(name)}</h3>
            <p>{t(text)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export { TutorialPage as Component };
