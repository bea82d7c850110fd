import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './card-art.css';

/** The contactless symbol: four arcs, opening to the right. */
export function Wave({ x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number }) {
  return (
    <g
      transform={`translate(${x} ${y}) scale(${scale})`}
      fill="none"
      stroke="var(--signal)"
      strokeWidth="7"
      strokeLinecap="round"
    >
      <path d="M0 -14 A20 20 0 0 1 0 14" />
      <path d="M16 -28 A42 42 0 0 1 16 28" />
      <path d="M32 -42 A64 64 0 0 1 32 42" />
      <path d="M48 -56 A86 86 0 0 1 48 56" />
    </g>
  );
}

/* Three finder patterns and random modules: looks like a QR code but cannot be scanned. */
const modules =
  'M9 0h1v1h-1zM11 0h2v1h-2zM8 2h1v2h-1zM10 2h2v1h-2zM12 3h1v2h-1zM9 4h1v2h-1zM11 5h1v1h-1zM8 6h1v1h-1zM12 6h1v1h-1zM0 8h2v1h-2zM3 8h1v2h-1zM5 8h2v1h-2zM8 8h3v1h-3zM12 8h1v1h-1zM14 8h2v1h-2zM18 8h3v1h-3zM1 10h1v2h-1zM4 10h2v1h-2zM7 10h1v1h-1zM9 10h1v2h-1zM11 10h2v1h-2zM14 10h1v2h-1zM16 10h2v1h-2zM19 10h1v1h-1zM0 12h1v1h-1zM3 12h3v1h-3zM8 12h1v1h-1zM11 12h1v1h-1zM13 12h1v1h-1zM16 12h1v1h-1zM18 12h2v1h-2zM8 14h2v1h-2zM11 14h1v2h-1zM13 14h2v1h-2zM16 14h1v1h-1zM20 14h1v2h-1zM9 16h1v1h-1zM12 16h2v2h-2zM15 16h3v1h-3zM19 17h1v1h-1zM8 18h1v2h-1zM10 18h1v1h-1zM14 18h1v2h-1zM16 18h2v1h-2zM18 19h2v1h-2zM10 20h3v1h-3zM16 20h1v1h-1zM20 20h1v1h-1z';

function QrSquare({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }) {
  const finder = (fx: number, fy: number) => (
    <path d={`M${fx} ${fy}h7v7h-7zM${fx + 1} ${fy + 1}v5h5v-5zM${fx + 2} ${fy + 2}h3v3h-3z`} fillRule="evenodd" />
  );
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 25})`}>
      <rect width="25" height="25" rx="2.4" fill="var(--card-ink)" />
      <g transform="translate(2 2)" fill="var(--card-green-deep)">
        {finder(0, 0)}
        {finder(14, 0)}
        {finder(0, 14)}
        <path d={modules} />
      </g>
    </g>
  );
}

function Wheel({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }) {
  return (
    <g
      transform={`translate(${x} ${y}) scale(${size / 48})`}
      fill="none"
      stroke="var(--card-ink)"
      strokeWidth="5"
      strokeLinejoin="round"
    >
      <circle cx="24" cy="24" r="20" />
      <path d="M7.5 17.5 L24 34 L40.5 17.5 M24 34 V43" />
    </g>
  );
}

function Plastic({ width, height }: { readonly width: number; readonly height: number }) {
  return (
    <>
      <rect width={width} height={height} rx="31.8" fill="var(--card-green)" />
      <g fill="none" stroke="var(--card-line)" strokeWidth="2">
        {[150, 230, 310, 390, 470].map((radius) => (
          <circle key={radius} cx={width} cy={height} r={radius} clipPath="inset(0)" />
        ))}
      </g>
    </>
  );
}

/** The pocket card (ID-1, 85.60 by 53.98 mm) with its print; without one, what a driver types is shown on it. */
export function BlankCard({ children }: { readonly children?: ReactNode }) {
  return (
    <svg className="card-art" viewBox="0 0 856 540" overflow="hidden" aria-hidden="true">
      <Plastic width={856} height={540} />
      <Wheel x={56} y={52} size={84} />
      <Wave x={716} y={96} scale={0.95} />
      {children}
    </svg>
  );
}

/** The pocket card with its print. Decorative, as the large card: the text beside it has the information. */
export function SoloCard() {
  const { t } = useTranslation();
  return (
    <BlankCard>
      <text x="56" y="410" className="card-art__name" fontSize="64">
        {t('cardArt.name')}
      </text>
      <text x="56" y="470" className="card-art__line" fontSize="36">
        {t('cardArt.trade')}
      </text>
      <QrSquare x={610} y={296} size={190} />
    </BlankCard>
  );
}

/** The large portrait card for the back of the headrest. */
export function VisibilityCard() {
  const { t } = useTranslation();
  return (
    <svg className="card-art" viewBox="0 0 540 856" overflow="hidden" aria-hidden="true">
      <Plastic width={540} height={856} />
      <Wheel x={48} y={48} size={72} />
      <Wave x={414} y={84} scale={0.8} />
      <QrSquare x={100} y={208} size={340} />
      <text x="270" y="668" textAnchor="middle" className="card-art__name" fontSize="60">
        {t('cardArt.scan')}
      </text>
      <text x="270" y="728" textAnchor="middle" className="card-art__line" fontSize="32">
        {t('cardArt.scanLine')}
      </text>
    </svg>
  );
}
