import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import type { TextKey } from '../../i18n/text-key.ts';
import './questions.css';

const questions: readonly (readonly [question: TextKey, answer: TextKey])[] = [
  ['landing.faq.app.question', 'landing.faq.app.answer'],
  ['landing.faq.trade.question', 'landing.faq.trade.answer'],
  ['landing.faq.change.question', 'landing.faq.change.answer'],
  ['landing.faq.commission.question', 'landing.faq.commission.answer'],
  ['landing.faq.privacy.question', 'landing.faq.privacy.answer'],
];

/** Frequent questions; answers open without a script. */
export function Questions() {
  const { t } = useTranslation();
  return (
    <section className="questions" aria-labelledby="questions-title">
      <h2 id="questions-title" className="landing__title">
        {t('landing.faqTitle')}
      </h2>
      <div className="questions__list">
        {questions.map(([question, answer]) => (
          <details key={question} className="questions__one">
            <summary>{t(question)}</summary>
            <p>{t(answer)}</p>
          </details>
        ))}
        <details className="questions__one">
          <summary>{t('landing.faq.return.question')}</summary>
          <p>
            {t('landing.faq.return.answer')} <Link to={href('/refund-policy')}>{t('landing.faq.returnLink')}</Link>
          </p>
        </details>
      </div>
    </section>
  );
}
