import { useTranslation } from 'react-i18next';
import type { RuntimeConfig } from '../../app/config.ts';
import { ExternalButton } from '../../ui/button.tsx';
import { SoloCard, VisibilityCard } from '../../ui/card-art.tsx';
import './products.css';

type Shop = NonNullable<RuntimeConfig['shop']>;

const PRODUCTS = ['packMax', 'visibility', 'solo'] as const;

/** The three products. A product without a shop address has no button. */
export function Products({ shop }: { readonly shop: Shop }) {
  const { t } = useTranslation();
  const texts = t('landing.products', { returnObjects: true });
  return (
    <section id="products" className="products" aria-labelledby="products-title">
      <h2 id="products-title" className="landing__title">
        {t('landing.productsTitle')}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ul className="products__list stack gap-10" role="list">
        {PRODUCTS.map((id) => {
          const { name, format, text, buy } = texts[id];
          const target = shop[id];
          return (
            <li key={id} className={`product product--${id}`}>
              <div className="product__stage">
                {id !== 'solo' && <VisibilityCard />}
                {id !== 'visibility' && <SoloCard />}
              </div>
              <h3 className="product__name">{name}</h3>
              <p className="product__format">{format}</p>
              <p className="product__text">{text}</p>
              {target !== undefined && (
                <ExternalButton href={target} className="product__buy">
                  {buy}
                </ExternalButton>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
