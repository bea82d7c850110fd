import { PALETTE } from '@volant/proto/profile/custom-items';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { colorNameOf } from '../../public-page/view/palette.ts';
import type { CustomItemValues } from './editor-values.ts';
import type { EditorModel } from './use-editor.ts';
import './picker.css';

interface PickersProps {
  readonly form: EditorModel['form'];
  readonly index: number;
  readonly item: CustomItemValues;
}

export default function Pickers({ form, index, item }: PickersProps) {
  const { t } = useTranslation();
  const { label: iconLabel, ...icons } = t('editor.icon', { returnObjects: true });
  const colors = t('editor.color', { returnObjects: true });
  return (
    <div className="custom-item__pickers">
      <Picker
        label={iconLabel}
        chosen={item.icon.replace('.svg', '') || 'none'}
        onChoose={(icon) => form.setValue(`customFields.${index}.icon`, icon === 'none' ? '' : `${icon}.svg`)}
        choices={Object.entries(icons).map(([icon, name]) => ({
          id: icon,
          name,
          sample: (
            <span
              className={icon === 'none' ? 'picker__icon picker__icon--none' : 'picker__icon'}
              style={icon === 'none' ? undefined : { maskImage: `url(/icons/${icon}.svg)` }}
              aria-hidden="true"
            />
          ),
        }))}
      />
      <Picker
        label={colors.label}
        chosen={PALETTE[colorNameOf(item.color)]}
        onChoose={(hex) => form.setValue(`customFields.${index}.color`, hex)}
        choices={Object.entries(PALETTE).map(([color, hex]) => ({
          id: hex,
          name: colors[color as keyof typeof PALETTE],
          sample: <span className="picker__color" style={{ backgroundColor: hex }} aria-hidden="true" />,
        }))}
      />
    </div>
  );
}

interface PickerProps {
  readonly label: string;
  readonly choices: readonly { readonly id: string; readonly name: string; readonly sample: ReactNode }[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Pixels of the longest list. */
const LIST_HEIGHT = 340;

/** Selects one of a few visual choices; arrow keys move in both directions, and every choice has a name. */
function Picker({ label, choices, chosen, onChoose }: PickerProps) {
  const shown = choices.find(({ id }) => id === chosen);
  const button = useRef<HTMLButtonElement>(null);
  /** Above the button, the list would cover the bar with the save button and hide its own end. */
  const makeRoom = (open: boolean) => {
    const below = window.innerHeight - (button.current?.getBoundingClientRect().bottom ?? 0);
    if (open && below < LIST_HEIGHT) button.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  };
  return (
    <Select
      className="picker"
      value={chosen}
      onChange={(key) => key !== null && onChoose(String(key))}
      onOpenChange={makeRoom}
    >
      <Label className="field__label">{label}</Label>
      <Button ref={button} className="picker__button">
        {shown?.sample}
        <span className="picker__name">{shown?.name}</span>
        <ChevronDown aria-hidden="true" />
      </Button>
      <Popover className="popover picker__popover" placement="bottom start">
        <ListBox className="picker__list" layout="grid">
          {choices.map(({ id, name, sample }) => (
            <ListBoxItem key={id} id={id} textValue={name} className="picker__choice">
              {sample}
              <span className="picker__name">{name}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
