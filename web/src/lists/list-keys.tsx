import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';

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

/** A button that lists the keys of a list, as the key ? does. */
export function ListKeys({ has }: { readonly has: (key: ListKey) => boolean }) {
  const { t } = useTranslation();
  const words = t('adminList.keys', { returnObjects: true });
  const [opened, setOpened] = useState(false);
  useShortcuts({ '?': () => setOpened(true) });
  return (
    <>
      <Button icon={Keyboard} className="list-keys" look="quiet" onClick={() => setOpened(true)}>
        {t('adminList.shortcuts')}
      </Button>
      {opened && (
        <ShortcutsDialog
          title={t('adminList.shortcuts')}
          close={t('adminList.closeShortcuts')}
          use={t('adminList.shortcutsOn')}
          keys={KEYS.filter(([, name]) => has(name)).map(([key, name]) => [key, words[name]])}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}
