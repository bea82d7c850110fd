import { Maximize2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QrCode } from './qr-code.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useScreenAwake } from './use-screen-awake.ts';
import './show-card.css';

interface ShowCardProps {
  readonly name: string;
  /** Read by the code. */
  readonly printed: string;
  readonly address: string;
  readonly label: string;
  /** Words of the button that leads back. */
  readonly back: string;
  /** Class and content of the button, if it shows more than its label. */
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A button that shows the code over the whole screen, white in both themes, for a passenger's phone to scan. */
export function ShowCard({
  name,
  printed,
  address,
  label,
  back,
  className = 'btn btn--primary',
  children,
}: ShowCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useScreenAwake(shown);
  useCloseOnBack(shown, () => card.current?.hidePopover());
  // Escape closes the code and not the dialog behind it.
  const keepEscape = (event: KeyboardEvent) => {
    if (shown && event.key === 'Escape') event.stopPropagation();
  };
  return (
    <>
      <button type="button" className={className} aria-label={label} popoverTarget={id} onKeyDown={keepEscape}>
        {children ?? (
          <>
            <Maximize2 aria-hidden="true" />
            {label}
          </>
        )}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the button in it */}
      <div
        id={id}
        ref={card}
        popover="auto"
        className="show-card"
        onBeforeToggle={({ newState }) => setShown(newState === 'open')}
        onKeyDown={keepEscape}
      >
        {shown && (
          <>
            <p className="show-card__name" dir="auto" translate="no">
              {name}
            </p>
            <QrCode text={printed} label={t('share.qrNamed', { name })} />
            <p className="show-card__address">{address}</p>
          </>
        )}
        <button type="button" className="btn btn--secondary" popoverTarget={id} popoverTargetAction="hide">
          {back}
        </button>
      </div>
    </>
  );
}
