import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import './steps.css';

/** Steps from the order to the first call. */
export function Steps() {
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
