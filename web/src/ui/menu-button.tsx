import { type MouseEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import './menu.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: ReactNode;
  /** Class of the row. */
  readonly className?: string;
  /** Address of a screen, or of anything else; an entry has one of these or an action. */
  readonly to?: string;
  readonly href?: string;
  readonly newTab?: boolean;
  /** Whether something is lost. */
  readonly danger?: boolean;
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
    placeMenu(currentTarget, button.current);
    setFailed(false);
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
        <MenuList label={menuLabel} entries={entries} selected={selected} onAct={(action) => void act(action)} />
      </div>
      {failed && (
        <p id={`${id}failure`} className="menu__failure" role="alert">
          {t('failure.noAnswer')}
        </p>
      )}
    </>
  );
}

/** Places a menu at the button that opens it: above a button in the lower half of the window. */
export function placeMenu(menu: HTMLElement, button: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const side = left + right > width ? { right: width - right, left: undefined } : { left, right: undefined };
  // The gap is the menu's margin.
  const isLow = top + bottom > height;
  for (const [edge, length] of Object.entries({ top: (isLow ? top : bottom) + window.scrollY, ...side })) {
    menu.style.setProperty(edge, length === undefined ? 'auto' : `${length}px`);
  }
  menu.style.translate = isLow ? '0 calc(-100% - 2 * var(--s2))' : 'none';
}

export function closeAfterChoice({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if ((target as HTMLElement).closest('a, button') !== null) currentTarget.hidePopover();
}

interface MenuListProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly selected?: string | undefined;
  readonly onAct: (action: () => unknown) => void;
}

export function MenuList({ label, entries, selected, onAct }: MenuListProps) {
  return (
    <ul aria-label={label}>
      {entries.map(({ id, label: content, className, to, href, newTab, danger, onAction = () => undefined }) => (
        <li key={id} className={className}>
          {href !== undefined ? (
            <a className="menu__item" href={href}>
              {content}
            </a>
          ) : to === undefined ? (
            <button
              type="button"
              className={danger ? 'menu__item menu__item--danger' : 'menu__item'}
              aria-current={id === selected || undefined}
              onClick={() => onAct(onAction)}
            >
              {content}
            </button>
          ) : (
            <Link className="menu__item" to={to} {...(newTab && { target: '_blank', rel: 'noopener' })}>
              {content}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
