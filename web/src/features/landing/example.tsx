import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { ExternalButton } from '../../ui/button.tsx';
import { ExamplePage } from './example-page.tsx';
import './example.css';

/** A sample public page in a phone frame. */
export function Example({ pageId }: { readonly pageId: string | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="example" aria-labelledby="example-title">
      <figure className="example__phone" aria-label={t('landing.exampleOf')}>
        <div className="example__screen" inert>
          <ExamplePage />
        </div>
      </figure>
      <div className="example__text">
        <h2 id="example-title" className="landing__title">
          {t('landing.exampleTitle')}
        </h2>
        <p>{t('landing.exampleText')}</p>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
        <ul className="example__points" role="list">
          {(['landing.examplePoint1', 'landing.examplePoint2', 'landing.examplePoint3'] as const).map((point) => (
            <li key={point}>
              <Check aria-hidden="true" />
              {t(point)}
            </li>
          ))}
        </ul>
        {pageId !== undefined && (
          <ExternalButton look="secondary" href={href('/d/:id', { id: pageId })}>
            {t('landing.exampleOpen')}
          </ExternalButton>
        )}
      </div>
    </section>
  );
}
