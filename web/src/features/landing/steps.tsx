import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import type { TextKey } from '../../i18n/text-key.ts';
import './steps.css';

const steps: readonly (readonly [title: TextKey, text: TextKey])[] = [
  ['landing.step1.title', 'landing.step1.text'],
  ['landing.step2.title', 'landing.step2.text'],
  ['landing.step3.title', 'landing.step3.text'],
];

/** Steps from the order to the first call. */
export function Steps() {
  const { t } = useTranslation();
  return (
    <section className="steps" aria-labelledby="steps-title">
      <h2 id="steps-title" className="landing__title">
        {t('landing.stepsTitle')}
      </h2>
      <ol className="steps__list">
        {steps.map(([title, text]) => (
          <li key={title} className="steps__step">
            <h3>{t(title)}</h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ol>
      <p>
        <Link to={href('/tutorial')}>{t('landing.toTutorial')}</Link>
      </p>
    </section>
  );
}
