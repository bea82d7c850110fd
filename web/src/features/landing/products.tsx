import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuntimeConfig } from '../../app/config.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { ExternalButton } from '../../ui/button.tsx';
import { CardArt } from '../../ui/card-art.tsx';
import './products.css';

type Shop = NonNullable<RuntimeConfig['shop']>;

interface Product {
  readonly id: 'packMax' | 'visibility' | 'solo';
  readonly name: TextKey;
  readonly format: TextKey;
  readonly text: TextKey;
  readonly buy: TextKey;
  readonly art: ReactNode;
}

const products: readonly Product[] = [
  {
    id: 'packMax',
    name: 'landing.packMax.name',
    format: 'landing.packMax.format',
    text: 'landing.packMax.text',
    buy: 'landing.packMax.buy',
    art: (
      <>
        <CardArt kind="visibility" />
        <CardArt kind="solo" />
      </>
    ),
  },
  {
    id: 'visibility',
    name: 'landing.visibility.name',
    format: 'landing.visibility.format',
    text: 'landing.visibility.text',
    buy: 'landing.visibility.buy',
    art: <CardArt kind="visibility" />,
  },
  {
    id: 'solo',
    name: 'landing.solo.name',
    format: 'landing.solo.format',
    text: 'landing.solo.text',
    buy: 'landing.solo.buy',
    art: <CardArt kind="solo" />,
  },
];

/** The three products. A product without a shop address has no button. */
export function Products({ shop }: { readonly shop: Shop }) {
  const { t } = useTranslation();
  return (
    <section id="products" className="products" aria-labelledby="products-title">
      <h2 id="products-title" className="landing__title">
        {t('landing.productsTitle')}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ul className="products__list" role="list">
        {products.map(({ id, name, format, text, buy, art }) => {
          const target = shop[id];
          return (
            <li key={id} className={`product product--${id}`}>
              <div className="product__stage">{art}</div>
              <h3 className="product__name">{t(name)}</h3>
              <p className="product__format">{t(format)}</p>
              <p className="product__text">{t(text)}</p>
              {target !== undefined && (
                <ExternalButton href={target} className="product__buy">
                  {t(buy)}
                </ExternalButton>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
