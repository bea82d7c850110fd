import { type MouseEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import './menu.css';

interface MenuEntry {
  readonly id: string;
  readonly label: ReactNode;
  /** Address of a screen; an entry has either this or an action. */
  readonly to?: string;
  /** Runs on a press; if it fails, the menu shows a network error. */
  readonly onAction?: () => unknown;
}

interface MenuButtonProps {
  readonly label: string;
  /** Accessible name of the menu, if different. */
  readonly menuLabel?: string;
  readonly className: string;
  readonly entries: readonly MenuEntry[];
  /** Shown above the entries. */
  readonly header?: ReactNode;
  /** Id of the selected entry, in a menu of choices. */
  readonly selected?: string;
  readonly children: ReactNode;
}

/** A button that opens a list of links and actions. The browser opens and closes it, also before any script runs. */
export function MenuButton({
  label,
  menuLabel = label,
  className,
  entries,
  header,
  selected,
  children,
}: MenuButtonProps) {
  const { t } = useTranslation();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [failed, setFailed] = useState(false);

  const placeAtButton = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    if (newState !== 'open' || button.current === null) return;
    const { left, right, top, bottom } = button.current.getBoundingClientRect();
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const side = left + right > width ? { right: width - right } : { left };
    // Above a button in the lower half of the window; the gap is the menu's margin.
    const isLow = top + bottom > height;
    for (const [edge, length] of Object.entries({ top: (isLow ? top : bottom) + window.scrollY, ...side })) {
      currentTarget.style.setProperty(edge, `${length}px`);
    }
    currentTarget.style.translate = isLow ? '0 calc(-100% - 2 * var(--s2))' : 'none';
    setFailed(false);
  };
  const closeAfterChoice = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if ((target as HTMLElement).closest('a, button') !== null) currentTarget.hidePopover();
  };
  const act = async (action: () => unknown) => {
    try {
      await action();
    } catch {
      setFailed(true);
    }
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-describedby={failed ? `${id}failure` : undefined}
        popoverTarget={id}
      >
        {children}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: clicks of its links and buttons, which keys cause too */}
      <div id={id} popover="auto" className="menu" onBeforeToggle={placeAtButton} onClick={closeAfterChoice}>
        {header !== undefined && <div className="menu__person">{header}</div>}
        <ul aria-label={menuLabel}>
          {entries.map(({ id: key, label: content, to, onAction = () => undefined }) => (
            <li key={key}>
              {to === undefined ? (
                <button
                  type="button"
                  className="menu__item"
                  aria-current={key === selected || undefined}
                  onClick={() => void act(onAction)}
                >
                  {content}
                </button>
              ) : (
                <Link className="menu__item" to={to}>
                  {content}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
      {failed && (
        <p id={`${id}failure`} className="menu__failure" role="alert">
          {t('failure.noAnswer')}
        </p>
      )}
    </>
  );
}
