import { useLayoutEffect, useRef } from 'react';
import { closeAfterChoice, type MenuEntry, MenuList, placeMenu } from '../ui/menu-button.tsx';

interface RowMenuProps {
  /** The button of the row that opened it. */
  readonly button: HTMLElement;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

/** The menu of a row. All rows share one, because hundreds of menus would slow the list down. */
export function RowMenu({ button, label, entries, onClose }: RowMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (menu.current === null) return;
    placeMenu(menu.current, button);
    menu.current.showPopover();
    menu.current.querySelector<HTMLElement>('.menu__item')?.focus();
  }, [button]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: clicks of its links and buttons, which keys cause too
    <div
      ref={menu}
      popover="auto"
      className="menu"
      onClick={closeAfterChoice}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <MenuList label={label} entries={entries} onAct={(action) => void action()} />
    </div>
  );
}
