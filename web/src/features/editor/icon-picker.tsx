import { useTranslation } from 'react-i18next';
import { iconChoices } from './icons.ts';
import { Picker } from './picker.tsx';

/** "None" has no file name to use as a key. */
const NONE = 'none';

interface IconPickerProps {
  readonly value: string;
  readonly onChange: (file: string) => void;
}

export function IconPicker({ value, onChange }: IconPickerProps) {
  const { t } = useTranslation();
  return (
    <Picker
      label={t('editor.icon.label')}
      chosen={value || NONE}
      onChoose={(id) => onChange(id === NONE ? '' : id)}
      choices={iconChoices.map(({ file, label }) => ({
        id: file || NONE,
        name: t(label),
        sample: (
          <span
            className={file ? 'picker__icon' : 'picker__icon picker__icon--none'}
            style={file ? { maskImage: `url(/icons/${file})` } : undefined}
            aria-hidden="true"
          />
        ),
      }))}
    />
  );
}
