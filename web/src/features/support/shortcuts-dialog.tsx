import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { areShortcutsOn, switchShortcuts } from './use-shortcuts.ts';
import './shortcuts.css';

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['e', 'resolve'],
  ['r', 'reply'],
  ['?', 'help'],
] as const;

export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [on, setOn] = useState(areShortcutsOn);
  const names = t('support.keys', { returnObjects: true });
  return (
    <Dialog title={t('support.shortcuts')} close={t('support.closeShortcuts')} onClose={onClose}>
      <dl className="shortcuts">
        {KEYS.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{names[name]}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={t('support.shortcutsOn')}
        checked={on}
        onChange={({ target }) => {
          switchShortcuts(target.checked);
          setOn(target.checked);
        }}
      />
    </Dialog>
  );
}
