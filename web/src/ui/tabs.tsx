import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import './tabs.css';

interface TabListProps<Name extends string> {
  /** Prefix of the ids: `-panel` is that of the panel, and each tab's ends with its name. */
  readonly id: string;
  readonly className?: string;
  readonly label: string;
  readonly tabs: readonly (readonly [name: Name, words: string])[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
}

/**
 * Tabs of the ARIA pattern: one of them is in the tab order, and arrows, Home and End select. React Aria's tabs are
 * as large as a whole screen.
 */
export function TabList<Name extends string>(props: TabListProps<Name>) {
  const { id, className = 'tabs', label, tabs, selected, onSelect } = props;
  const list = useRef<HTMLDivElement>(null);

  // On a phone, tabs may be wider than the screen. Only the list moves, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selected tab lies elsewhere
  useLayoutEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]');
    if (list.current === null || !tab) return;
    const [outer, inner] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    list.current.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [selected]);

  const select = (index: number) => {
    const tab = tabs[index];
    if (tab === undefined) return;
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
    if (tab[0] !== selected) onSelect(tab[0]);
  };
  const follow = (event: KeyboardEvent) => {
    const at = tabs.findIndex(([name]) => name === selected);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    select(next);
  };
  return (
    <div ref={list} role="tablist" aria-label={label} className={`${className}__list`} onKeyDown={follow}>
      {tabs.map(([name, words], index) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          className={`${className}__tab`}
          aria-selected={name === selected}
          aria-controls={name === selected ? `${id}-panel` : undefined}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => select(index)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

interface TabsProps<Name extends string> extends Omit<TabListProps<Name>, 'id' | 'className'> {
  /** The entry that is opened in place of the panel's list. */
  readonly opened?: string | null | undefined;
  readonly children: ReactNode;
}

export function Tabs<Name extends string>({ opened, children, ...list }: TabsProps<Name>) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(opened);

  // A list and its opened entry replace each other, with what had the focus: the keyboard goes on in the panel.
  useEffect(() => {
    if (shown.current === opened) return;
    shown.current = opened;
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [opened]);

  return (
    <div className="tabs">
      <TabList id={id} {...list} />
      <div
        ref={panel}
        role="tabpanel"
        id={`${id}-panel`}
        className="tabs__panel"
        aria-labelledby={`${id}-${list.selected}`}
        tabIndex={-1}
      >
        {children}
      </div>
    </div>
  );
}
