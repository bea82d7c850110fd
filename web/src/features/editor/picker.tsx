import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select } from 'react-aria-components';
import './picker.css';

interface PickerChoice {
  readonly id: string;
  readonly name: string;
  readonly sample: ReactNode;
}

interface PickerProps {
  readonly label: string;
  readonly choices: readonly PickerChoice[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Selects one of a few visual choices; arrow keys move in both directions, and every choice has a name. */
export function Picker({ label, choices, chosen, onChoose }: PickerProps) {
  const shown = choices.find(({ id }) => id === chosen);
  return (
    <Select className="picker" value={chosen} onChange={(key) => key !== null && onChoose(String(key))}>
      <Label className="field__label">{label}</Label>
      <Button className="picker__button">
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
