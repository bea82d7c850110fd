import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import './questions.css';

/** Frequent questions; answers open without a script. */
export function Questions() {
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
