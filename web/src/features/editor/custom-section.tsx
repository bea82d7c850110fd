import { MOST_CUSTOM_ITEMS } from '@volant/proto/profile/custom-items';
import { cleanLine } from '@volant/proto/text/clean-text';
import { Plus, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { SIDE_BY_SIDE, useMedia } from '../../browser/use-media.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { lookOf, type TradeItem } from '../../public-page/view/trade-items.ts';
import { labelIn } from '../../public-page/view/workspace-items.ts';
import { Button } from '../../ui/button.tsx';
import { useLater } from '../../ui/use-later.ts';
import { CustomItem } from './custom-item.tsx';
import { type EditorValues, newCustomItem } from './editor-values.ts';
import { ItemChips } from './item-chips.tsx';
import { Section } from './section.tsx';
import { useDragOrder } from './use-drag-order.ts';
import type { EditorModel } from './use-editor.ts';

/** Custom items beyond the fixed fields: prices, a booking link, a licence. */
export function CustomSection({ editor }: { readonly editor: EditorModel }) {
  const { t, language } = useLocale();
  const { form, items, setItems } = editor;
  const { getValues, setFocus } = form;
  const fields = editor.values.customFields;
  const put = (next: EditorValues['customFields']) => form.setValue('customFields', next);
  const [moved, setMoved] = useState<string>();
  const undo = useRef<HTMLButtonElement>(null);
  const isWide = useMedia(SIDE_BY_SIDE);
  const full = fields.length >= MOST_CUSTOM_ITEMS;

  // Announce the move once to screen readers.
  useLater(moved, 2_000, () => setMoved(undefined));

  const nameAt = (index: number) =>
    cleanLine(getValues(`customFields.${index}.name`)) || t('editor.customItem', { position: index + 1 });
  const moveTo = (from: number, to: number) => {
    const name = nameAt(from);
    const others = getValues('customFields').toSpliced(from, 1);
    put(others.toSpliced(to, 0, getValues(`customFields.${from}`)));
    setMoved(t('editor.moved', { name, position: to + 1, total: fields.length }));
  };
  const { list, handleOf, styleOf, dragged } = useDragOrder(moveTo);

  const removeAt = (index: number) => {
    setItems({ ...items, removed: { index, name: nameAt(index), item: getValues(`customFields.${index}`) } });
    put(getValues('customFields').toSpliced(index, 1));
    // Move the focus to the undo button, because the deleted element had it.
    setTimeout(() => undo.current?.focus());
  };
  const putBack = () => {
    if (items.removed === undefined) return;
    const { index, item } = items.removed;
    const at = Math.min(index, fields.length);
    put(getValues('customFields').toSpliced(at, 0, item));
    setItems({ open: [...items.open, item.id], removed: undefined });
    setTimeout(() => setFocus(`customFields.${at}.name`));
  };
  const add = (kind?: TradeItem) => {
    const item = newCustomItem(kind && { name: labelIn(language, kind), ...lookOf(kind) });
    // On a phone, the items that are open would push the new one far down.
    setItems({ open: isWide ? [...items.open, item.id] : [item.id], removed: undefined });
    put([...getValues('customFields'), item]);
    setTimeout(() => setFocus(`customFields.${fields.length}.${kind === undefined ? 'name' : 'value'}`));
  };
  const toggle = (id: string) =>
    setItems({
      ...items,
      open: items.open.includes(id) ? items.open.filter((one) => one !== id) : [...items.open, id],
    });

  return (
    <Section title={t('editor.section.custom')} hint={t('editor.section.customHint')}>
      <ol className="custom-items" ref={list}>
        {fields.map((field, index) => (
          <CustomItem
            key={field.id}
            editor={editor}
            item={field}
            index={index}
            total={fields.length}
            open={items.open.includes(field.id)}
            onToggle={() => toggle(field.id)}
            onMove={moveTo}
            onRemove={removeAt}
            handle={handleOf(index)}
            style={styleOf(index)}
            dragged={dragged === index}
          />
        ))}
      </ol>
      {items.removed !== undefined && !full && (
        <div className="custom-removed">
          <p role="status">{t('editor.removed', { name: items.removed.name })}</p>
          <Button icon={Undo2} ref={undo} look="quiet" onClick={putBack}>
            {t('editor.undo')}
          </Button>
        </div>
      )}
      {full ? (
        <p className="editor-section__hint">{t('editor.customFull', { count: MOST_CUSTOM_ITEMS })}</p>
      ) : (
        <>
          <ItemChips fields={fields} onAdd={add} />
          <Button look="secondary" icon={Plus} onClick={() => add()}>
            {t('editor.addCustom')}
          </Button>
        </>
      )}
      <p className="visually-hidden" role="status">
        {moved}
      </p>
    </Section>
  );
}
