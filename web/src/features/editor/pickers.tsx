import { ColorPicker } from './color-picker.tsx';
import type { CustomItemValues } from './editor-values.ts';
import { IconPicker } from './icon-picker.tsx';
import type { EditorModel } from './use-editor.ts';

interface PickersProps {
  readonly form: EditorModel['form'];
  readonly index: number;
  readonly item: CustomItemValues;
}

export default function Pickers({ form, index, item }: PickersProps) {
  return (
    <div className="custom-item__pickers">
      <IconPicker value={item.icon} onChange={(chosen) => form.setValue(`customFields.${index}.icon`, chosen)} />
      <ColorPicker value={item.color} onChange={(chosen) => form.setValue(`customFields.${index}.color`, chosen)} />
    </div>
  );
}
