import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { SiteOrigin } from '../../browser/site-origin.ts';
import { QrCode } from '../../ui/qr-code.tsx';

interface HeroCodeProps {
  /** Id of a page that may be shown as an example. */
  readonly example: string | undefined;
  readonly shopUrl: string | undefined;
}

/** A working QR code: leads to the example page, else to the shop. */
export function HeroCode({ example, shopUrl }: HeroCodeProps) {
  const { t } = useTranslation();
  const origin = useContext(SiteOrigin);
  const target = example === undefined ? shopUrl : `${origin}${href('/d/:id', { id: example })}?s=qr`;
  if (target === undefined) return null;
  return (
    <div className="hero__code">
      <QrCode text={target} label={t(example === undefined ? 'landing.heroQrShop' : 'landing.heroQr')} />
    </div>
  );
}
