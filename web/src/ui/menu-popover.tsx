import type { ReactNode, RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, RouterProvider } from 'react-aria-components';
import { useHref, useNavigate } from 'react-router';
import type { MenuEntry } from './menu-entry.ts';

export interface MenuPopoverProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly header?: ReactNode;
  readonly selected?: string;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** The entry that is focused first. */
  readonly from: 'first' | 'last';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onFailure: () => void;
}

/** The menu below its button. */
export function MenuPopover(props: MenuPopoverProps) {
  const { label, entries, header, selected, trigger, from, isOpen, onClose, onFailure } = props;
  const navigate = useNavigate();
  const items = entries.map(({ id, label: content, textValue, className, to, onAction }) => (
    <MenuItem
      key={id}
      id={id}
      className={className === undefined ? 'menu__item' : `menu__item ${className}`}
      {...(to === undefined ? {} : { href: to })}
      {...(textValue === undefined ? {} : { textValue })}
      {...(onAction === undefined ? {} : { onAction: () => void act(onAction, onFailure) })}
    >
      {content}
    </MenuItem>
  ));
  return (
    <RouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
      <Popover
        className="popover"
        placement="bottom end"
        triggerRef={trigger}
        isOpen={isOpen}
        onOpenChange={(open) => !open && onClose()}
      >
        <Menu
          className="menu"
          aria-label={label}
          autoFocus={from}
          onClose={onClose}
          {...(selected === undefined
            ? {}
            : { selectionMode: 'single', disallowEmptySelection: true, selectedKeys: [selected] })}
        >
          {header === undefined ? (
            items
          ) : (
            <MenuSection>
              <Header className="menu__person">{header}</Header>
              {items}
            </MenuSection>
          )}
        </Menu>
      </Popover>
    </RouterProvider>
  );
}

async function act(action: () => unknown, onFailure: () => void): Promise<void> {
  try {
    await action();
  } catch {
    onFailure();
  }
}
