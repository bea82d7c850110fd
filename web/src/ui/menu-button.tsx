import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from './menu-entry.ts';
import type { MenuPopoverProps } from './menu-popover.tsx';
import './menu.css';

interface MenuButtonProps {
  /** Accessible name of the button. */
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

let popover: Promise<ComponentType<MenuPopoverProps>> | undefined;

/** Keys that open a menu. */
const KEYS: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp']);

/** A failed load is not cached, so that the next press retries. */
function loadPopover(): Promise<ComponentType<MenuPopoverProps>> {
  popover ??= import('./menu-popover.tsx').then(
    ({ MenuPopover }) => MenuPopover,
    (error: unknown) => {
      popover = undefined;
      throw error;
    },
  );
  return popover;
}

/** Preload when a press is likely; the press itself reports a failure. */
const expectPress = () => void loadPopover().catch(() => undefined);

/**
 * A button that opens a menu. The menu's code is a third of a server-rendered page's, so it loads when a press is
 * likely.
 */
export function MenuButton({ label, className, children, ...menu }: MenuButtonProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const wanted = useRef(false);
  const [Popover, setPopover] = useState<ComponentType<MenuPopoverProps>>();
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState<'first' | 'last'>('first');
  const [failed, setFailed] = useState(false);
  const noticeId = useId();

  const open = async (focus: 'first' | 'last') => {
    wanted.current = true;
    setFailed(false);
    try {
      const loaded = await loadPopover();
      setPopover(() => loaded);
      setFrom(focus);
      setOpen(wanted.current);
    } catch {
      setFailed(true);
    }
  };
  const close = () => {
    wanted.current = false;
    setOpen(false);
  };
  // Space would click on keyup, when the focus may already be in the menu.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!KEYS.has(event.key)) return;
    event.preventDefault();
    if (!event.repeat) void open(event.key === 'ArrowUp' ? 'last' : 'first');
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ') event.preventDefault();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-describedby={failed ? noticeId : undefined}
        onPointerEnter={expectPress}
        onFocus={expectPress}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onClick={() => (isOpen ? close() : void open('first'))}
      >
        {children}
      </button>
      {Popover !== undefined && (
        <Popover
          {...menu}
          label={menu.menuLabel ?? label}
          trigger={button}
          from={from}
          isOpen={isOpen}
          onClose={close}
          onFailure={() => setFailed(true)}
        />
      )}
      {failed && (
        <p id={noticeId} className="menu__failure" role="alert">
          {t('failure.noAnswer')}
        </p>
      )}
    </>
  );
}
