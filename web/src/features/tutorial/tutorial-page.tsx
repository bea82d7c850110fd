import {
  ChartNoAxesColumn,
  Link2,
  type LucideIcon,
  MessageCircle,
  Pencil,
  Phone,
  RefreshCw,
  User,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { SHOW_PRODUCTS } from '../../browser/show-products.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useSession } from '../../session/use-session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import './tutorial.css';

/** Size of the pictures that `npm run screenshots` takes, in CSS pixels. */
const PICTURE = { width: 360, height: 640 };

const ICONS: Readonly<Record<string, LucideIcon>> = {
  profile: User,
  phone: Phone,
  messaging: MessageCircle,
  links: Link2,
  edit: Pencil,
  direct: Users,
  always: RefreshCw,
  measured: ChartNoAxesColumn,
};

function TutorialPage() {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  /** By anchor, which is also the name of the step's picture in `public/tutorial`. */
  const steps: readonly (readonly [id: string, texts: Step])[] = Object.entries(
    t('tutorial.step', { returnObjects: true }),
  );
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
          {steps.map(([id, { name }]) => (
            <li key={id}>
              <Link to={`#${id}`}>{name}</Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className="stack gap-16">
        {steps.map(([id, step], i) => (
          <StepSection key={id} id={id} step={step} number={i + 1}>
            {id === 'step3' && (
              <>
                <Points points={t('tutorial.features', { returnObjects: true })} className="features" />
                {signedIn && <ButtonLink to={href('/dashboard')}>{t('tutorial.toDashboard')}</ButtonLink>}
              </>
            )}
          </StepSection>
        ))}
        <section className="tutorial__benefits" aria-labelledby="benefits-title">
          <h2 id="benefits-title">{t('tutorial.benefits')}</h2>
          <Points points={t('tutorial.gains', { returnObjects: true })} className="benefits" />
          <ButtonLink to={href('/')} state={SHOW_PRODUCTS}>
            {t('tutorial.final')}
          </ButtonLink>
        </section>
      </div>
    </div>
  );
}

interface Step {
  /** Short label in the list of steps. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly hint?: string;
  readonly alt: string;
}

interface StepSectionProps {
  readonly id: string;
  readonly step: Step;
  readonly number: number;
  readonly children: ReactNode;
}

/** A step: a screenshot in the user's language, beside its explanation. */
function StepSection({ id, step, number, children }: StepSectionProps) {
  const { language } = useLocale();
  return (
    <section id={id} className="step" aria-labelledby={`${id}-title`}>
      <div className="stack at-start gap-4">
        <span className="step__number tabular" aria-hidden="true">
          {number}
        </span>
        <h2 id={`${id}-title`} className="step__title">
          {step.title}
        </h2>
        <p>{step.text}</p>
        {step.hint !== undefined && <p className="step__hint">{step.hint}</p>}
        {children}
      </div>
      {/* Browsers fetch a lazy picture only if it is displayed, so that of the other theme costs nothing. */}
      {(['light', 'dark'] as const).map((theme) => (
        <img
          key={theme}
          className={`step__picture when-${theme}`}
          src={`/tutorial/${id}-${language}${theme === 'dark' ? '-dark' : ''}.webp`}
          alt={step.alt}
          {...PICTURE}
          loading="lazy"
          decoding="async"
        />
      ))}
    </section>
  );
}

interface PointsProps {
  readonly points: Readonly<Record<string, { readonly name: string; readonly text: string }>>;
  readonly className: string;
}

function Points({ points, className }: PointsProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it
    <ul className={className} role="list">
      {Object.entries(points).map(([id, { name, text }]) => {
        const Icon = ICONS[id];
        return (
          <li key={id}>
            {Icon && <Icon aria-hidden="true" />}
            <div>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

export { TutorialPage as Component };
