import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field.tsx';
import { ColorPicker } from './color-picker.tsx';
import { LIMITS } from './editor-values.ts';
import { IconPicker } from './icon-picker.tsx';
import type { EditorModel } from './use-editor.ts';

interface CustomItemProps {
  readonly editor: EditorModel;
  readonly index: number;
  readonly total: number;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: (index: number) => void;
}

export function CustomItem({ editor, index, total, onMove, onRemove }: CustomItemProps) {
  const { t } = useTranslation();
  const { register, control } = editor.form;
  const position = index + 1;
  return (
    <li className="custom-item">
      <div className="custom-item__head">
        <span className="custom-item__number">{t('editor.customItem', { position })}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={t('editor.moveUp', { position })}
          aria-disabled={index === 0 || undefined}
          onClick={() => index > 0 && onMove(index, index - 1)}
        >
          <ArrowUp aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t('editor.moveDown', { position })}
          aria-disabled={index === total - 1 || undefined}
          onClick={() => index < total - 1 && onMove(index, index + 1)}
        >
          <ArrowDown aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t('editor.removeCustom', { position })}
          onClick={() => onRemove(index)}
        >
          <Trash2 aria-hidden="true" />
        </button>
      </div>
      <TextField {...register(`customFields.${index}.name`)} label={t('editor.customName')} maxLength={LIMITS.text} />
      <TextField {...register(`customFields.${index}.value`)} label={t('editor.customValue')} maxLength={LIMITS.text} />
      <div className="custom-item__pickers">
        <Controller
          control={control}
          name={`customFields.${index}.icon`}
          render={({ field }) => <IconPicker value={field.value} onChange={field.onChange} />}
        />
        <Controller
          control={control}
          name={`customFields.${index}.color`}
          render={({ field }) => <ColorPicker value={field.value} onChange={field.onChange} />}
        />
      </div>
    </li>
  );
}
