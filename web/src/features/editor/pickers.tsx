import { ColorPicker } from './color-picker.tsx';
import { IconPicker } from './icon-picker.tsx';
import type { EditorModel } from './use-editor.ts';

interface PickersProps {
  readonly form: EditorModel['form'];
  readonly index: number;
}

export default function Pickers({ form, index }: PickersProps) {
  const { icon = '', color = '' } = form.values.customFields[index] ?? {};
  return (
    <div className="custom-item__pickers">
      <IconPicker value={icon} onChange={(chosen) => form.setValue(`customFields.${index}.icon`, chosen)} />
      <ColorPicker value={color} onChange={(chosen) => form.setValue(`customFields.${index}.color`, chosen)} />
    </div>
  );
}
