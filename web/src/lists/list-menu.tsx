import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SIDE_BY_SIDE, useMedia } from '../browser/use-media.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { MenuButton, type MenuEntry } from '../ui/menu-button.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import type { ExportDialogProps } from './export-dialog.tsx';

const ExportDialog = lazyPart(() => import('./export-dialog.tsx'));
const ShortcutsDialog = lazyPart(() => import('../ui/shortcuts-dialog.tsx'));

const KEYS = [
  ['/', 'search'],
  ['j k ↓ ↑', 'move'],
  ['Home End', 'ends'],
  ['Enter', 'open'],
  ['Space', 'tick'],
  ['Shift ↓ ↑', 'extend'],
  ['?', 'help'],
] as const;

export type ListKey = (typeof KEYS)[number][1];

interface ListMenuProps {
  /** Its total is undefined until the list is loaded; an empty list has nothing to export. */
  readonly exported: Omit<ExportDialogProps, 'total' | 'onClose'> & { readonly total: number | undefined };
  readonly hasKey: (key: ListKey) => boolean;
  /** Further entries, above those of every list. */
  readonly entries?: readonly MenuEntry[];
}

/** What is rarely done with a list: its export, and its keys, which the key ? also shows. */
export function ListMenu({ exported, hasKey, entries = [] }: ListMenuProps) {
  const { t } = useTranslation();
  const words = t('adminList.keys', { returnObjects: true });
  const hasKeyboard = useMedia(SIDE_BY_SIDE);
  const [opened, setOpened] = useState<'export' | 'keys'>();
  useShortcuts({ '?': () => setOpened('keys') });
  const close = () => setOpened(undefined);
  const { total } = exported;
  const all: readonly MenuEntry[] = [
    ...entries,
    ...(total === 0 ? [] : [{ id: 'export', label: t('exporting.open'), onAction: () => setOpened('export') }]),
    ...(hasKeyboard ? [{ id: 'keys', label: t('adminList.shortcuts'), onAction: () => setOpened('keys') }] : []),
  ];
  return (
    <>
      {all.length > 0 && (
        <MenuButton label={t('adminCards.moreActions')} className="icon-button list-menu" entries={all}>
          <Ellipsis aria-hidden="true" />
        </MenuButton>
      )}
      {opened === 'export' && total !== undefined && <ExportDialog {...exported} total={total} onClose={close} />}
      {opened === 'keys' && (
        <ShortcutsDialog
          title={t('adminList.shortcuts')}
          close={t('adminList.closeShortcuts')}
          use={t('adminList.shortcutsOn')}
          keys={KEYS.filter(([, name]) => hasKey(name)).map(([key, name]) => [key, words[name]])}
          onClose={close}
        />
      )}
    </>
  );
}
