import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/text-key.ts';
import { type ColorName, colorNameOf, palette } from '../public-page/palette.ts';
import { Picker } from './picker.tsx';

const labels: Record<ColorName, TextKey> = {
  Red: 'editor.color.red',
  Orange: 'editor.color.orange',
  Yellow: 'editor.color.yellow',
  Green: 'editor.color.green',
  Blue: 'editor.color.blue',
  Indigo: 'editor.color.indigo',
  Purple: 'editor.color.purple',
  Pink: 'editor.color.pink',
  Teal: 'editor.color.teal',
  Cyan: 'editor.color.cyan',
  Gray: 'editor.color.gray',
  Emerald: 'editor.color.emerald',
};

interface ColorPickerProps {
  /** Hex colour; empty for the default grey. */
  readonly value: string;
  readonly onChange: (hex: string) => void;
}

export function ColorPicker({ value, onChange }: ColorPickerProps) {
  const { t } = useTranslation();
  return (
    <Picker
      label={t('editor.color.label')}
      chosen={palette[colorNameOf(value)]}
      onChoose={onChange}
      choices={Object.entries(palette).map(([name, hex]) => ({
        id: hex,
        name: t(labels[name as ColorName]),
        sample: <span className="picker__color" style={{ backgroundColor: hex }} aria-hidden="true" />,
      }))}
    />
  );
}
