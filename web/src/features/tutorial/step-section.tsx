import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import type { Step } from './steps.ts';

/** Size of the pictures that `npm run screenshots` takes, in CSS pixels. */
const PICTURE = { width: 360, height: 640 };

/** A step: a screenshot in the user's language, beside its explanation. */
export function StepSection({
  step,
  number,
  children,
}: {
  readonly step: Step;
  readonly number: number;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section id={step.id} className="step" aria-labelledby={`${step.id}-title`}>
      <div className="step__text">
        <span className="step__number tabular" aria-hidden="true">
          {number}
        </span>
        <h2 id={`${step.id}-title`} className="step__title">
          {t(step.title)}
        </h2>
        <p>{t(step.text)}</p>
        {step.hint !== undefined && <p className="step__hint">{t(step.hint)}</p>}
        {children}
      </div>
      <img
        className="step__picture"
        src={`/tutorial/${step.id}-${language}.webp`}
        alt={t(step.alt)}
        {...PICTURE}
        loading="lazy"
        decoding="async"
      />
    </section>
  );
}
