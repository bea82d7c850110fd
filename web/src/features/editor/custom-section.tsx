import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CustomItem } from './custom-item.tsx';
import { LIMITS, newCustomItem } from './editor-values.ts';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

/** What the fixed fields have no room for: prices, a booking link, a licence. */
export function CustomSection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { control, getValues, setFocus } = editor.form;
  const { fields, append, move, remove } = useFieldArray({ control, name: 'customFields', keyName: 'key' });
  const [moved, setMoved] = useState('');

  // A sentence for those who do not see it move; said once.
  useEffect(() => {
    if (moved === '') return;
    const timer = setTimeout(() => setMoved(''), 2_000);
    return () => clearTimeout(timer);
  }, [moved]);

  const moveTo = (from: number, to: number) => {
    move(from, to);
    const name = getValues(`customFields.${to}.name`) || t('editor.customItem', { position: from + 1 });
    setMoved(t('editor.moved', { name, position: to + 1, total: fields.length }));
  };
  const removeAt = (index: number) => {
    remove(index);
    // The focus goes to the neighbour that took the place, not to nowhere.
    const neighbour = Math.min(index, fields.length - 2);
    if (neighbour >= 0) setTimeout(() => setFocus(`customFields.${neighbour}.name`));
    else setTimeout(() => document.getElementById('add-custom-item')?.focus());
  };
  return (
    <Section title={t('editor.section.custom')} hint={t('editor.section.customHint')}>
      <ol className="custom-items">
        {fields.map((field, index) => (
          <CustomItem
            key={field.key}
            editor={editor}
            index={index}
            total={fields.length}
            onMove={moveTo}
            onRemove={removeAt}
          />
        ))}
      </ol>
      {fields.length < LIMITS.customItems ? (
        <Button id="add-custom-item" look="secondary" onClick={() => append(newCustomItem())}>
          <Plus aria-hidden="true" />
          {t('editor.addCustom')}
        </Button>
      ) : (
        <p className="editor-section__hint">{t('editor.customFull', { count: LIMITS.customItems })}</p>
      )}
      <p className="visually-hidden" role="status">
        {moved}
      </p>
    </Section>
  );
}
