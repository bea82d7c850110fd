import { cleanLine } from '@volant/proto/text/clean-text';
import { ArrowDown, ArrowUp, ChevronDown, GripVertical, Trash2 } from 'lucide-react';
import { type ComponentProps, type CSSProperties, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../public-page/view/chip.tsx';
import { colorNameOf } from '../../public-page/view/palette.ts';
import { tradeItemOf } from '../../public-page/view/workspace-items.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CustomItemValues } from './editor-values.ts';
import type { EditorModel } from './use-editor.ts';
// The preview, which has them too, is loaded later.
import '../../public-page/view/base.css';
import '../../public-page/view/colors.css';
import { IconButton } from '../../ui/button.tsx';

// Larger than the rest of the form, so it loads with the first opened item.
const Pickers = lazyPart(
  () => import('./pickers.tsx'),
  <div className="custom-item__pickers">
    <Skeleton width="100%" height="4.75rem" />
    <Skeleton width="100%" height="4.75rem" />
  </div>,
);

interface CustomItemProps {
  readonly editor: EditorModel;
  readonly item: CustomItemValues;
  readonly index: number;
  readonly total: number;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: (index: number) => void;
  /** Event handlers that make an element the drag handle. */
  readonly handle: ComponentProps<'span'>;
  readonly style: CSSProperties | undefined;
  readonly dragged: boolean;
}

/** Collapsed to one summary line until it is opened. */
export function CustomItem(props: CustomItemProps) {
  const { index, open, onToggle, handle, style, dragged } = props;
  const { t } = useTranslation();
  const id = useId();
  const { name, value, icon, color } = props.item;
  const title = cleanLine(name) || t('editor.customItem', { position: index + 1 });
  const incomplete = cleanLine(name) === '' || cleanLine(value) === '';
  return (
    <li className="custom-item" data-dragged={dragged || undefined} style={style}>
      <div className="custom-item__line">
        <span className="custom-item__handle" aria-hidden="true" {...handle}>
          <GripVertical />
        </span>
        <button
          type="button"
          className="custom-item__toggle"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={onToggle}
        >
          <Chip icon={icon ? `/icons/${icon}` : undefined} color={colorNameOf(color)} />
          <span className="custom-item__text" dir="auto">
            <span className="custom-item__name">{title}</span>
            <span className="custom-item__value">{incomplete ? t('editor.customIncomplete') : value}</span>
          </span>
          <ChevronDown aria-hidden="true" />
        </button>
      </div>
      {open && <ItemBody id={id} title={title} {...props} />}
    </li>
  );
}

function ItemBody(props: CustomItemProps & { readonly id: string; readonly title: string }) {
  const { editor, index, total, onMove, onRemove, id, title } = props;
  const { t } = useTranslation();
  const { form } = editor;
  const kind = tradeItemOf(props.item.name);
  const position = index + 1;
  return (
    <div className="custom-item__body" id={id}>
      <TextField
        {...form.register(`customFields.${index}.name`)}
        label={t('editor.customName')}
        error={editor.errorOf(`customFields.${index}.name`)}
      />
      <TextField
        {...form.register(`customFields.${index}.value`)}
        label={t('editor.customValue')}
        placeholder={kind && t('editor.example', { returnObjects: true })[kind]}
        hint={kind === 'airportFare' ? t('editor.airportFareHint') : undefined}
        error={editor.errorOf(`customFields.${index}.value`)}
      />
      <Pickers form={form} index={index} item={props.item} />
      <div className="custom-item__actions">
        <IconButton
          icon={ArrowUp}
          label={t('editor.moveUp', { position })}
          aria-disabled={index === 0 || undefined}
          onClick={() => index > 0 && onMove(index, index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          label={t('editor.moveDown', { position })}
          aria-disabled={index === total - 1 || undefined}
          onClick={() => index < total - 1 && onMove(index, index + 1)}
        />
        <button
          type="button"
          className="btn btn--quiet custom-item__remove"
          aria-label={t('editor.removeCustom', { name: title })}
          onClick={() => onRemove(index)}
        >
          <Trash2 aria-hidden="true" />
          {t('editor.remove')}
        </button>
      </div>
    </div>
  );
}
