import { useState } from 'react';
import { Checkbox } from './checkbox.tsx';
import { Dialog } from './dialog.tsx';
import { areShortcutsOn, switchShortcuts } from './use-shortcuts.ts';
import './shortcuts.css';

interface ShortcutsDialogProps {
  readonly title: string;
  readonly close: string;
  /** Label of the box that switches them off. */
  readonly use: string;
  /** Each key and what it does. */
  readonly keys: readonly (readonly [key: string, does: string])[];
  readonly onClose: () => void;
}

export default function ShortcutsDialog({ title, close, use, keys, onClose }: ShortcutsDialogProps) {
  const [on, setOn] = useState(areShortcutsOn);
  return (
    <Dialog title={title} close={close} onClose={onClose}>
      <dl className="shortcuts">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={use}
        checked={on}
        onChange={({ target }) => {
          switchShortcuts(target.checked);
          setOn(target.checked);
        }}
      />
    </Dialog>
  );
}
