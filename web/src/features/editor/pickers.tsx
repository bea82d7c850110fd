import { Controller } from 'react-hook-form';
import { ColorPicker } from './color-picker.tsx';
import { IconPicker } from './icon-picker.tsx';
import type { EditorModel } from './use-editor.ts';

export interface PickersProps {
  readonly control: EditorModel['form']['control'];
  readonly index: number;
}

export default function Pickers({ control, index }: PickersProps) {
  return (
    <>
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
    </>
  );
}
