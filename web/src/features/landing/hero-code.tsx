import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { SiteOrigin } from '../../browser/site-origin.ts';
import { QrCode } from '../../ui/qr-code.tsx';

interface HeroCodeProps {
  /** A page that may be shown as an example. */
  readonly example: string | undefined;
  readonly shopUrl: string | undefined;
}

/** A code that leads somewhere when it is scanned off the screen: to a page like one's own, else to the shop. */
export function HeroCode({ example, shopUrl }: HeroCodeProps) {
  const { t } = useTranslation();
  const origin = useContext(SiteOrigin);
  const target = example === undefined ? shopUrl : `${origin}${paths.publicPage(example)}?s=qr`;
  if (target === undefined) return null;
  return (
    <div className="hero__code">
      <QrCode text={target} label={t(example === undefined ? 'landing.heroQrShop' : 'landing.heroQr')} />
    </div>
  );
}
