import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import './menu.css';
import './text-field.css';
import './search-picker.css';

interface SearchPickerProps<Item extends { readonly id: string }> {
  readonly label: string;
  readonly placeholder: string;
  /** Name of the button that opens the list. */
  readonly show: string;
  /** What was found for the search. */
  readonly items: readonly Item[];
  /** In place of an empty list. */
  readonly nothing: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onOpenChange?: (open: boolean) => void;
  readonly onChoose: (item: Item) => void;
  readonly nameOf: (item: Item) => string;
  /** Shown below the name. */
  readonly detailOf: (item: Item) => ReactNode;
}

/** Finds one of many during typing; its caller searches. Focused when it opens, because something asked for it. */
export function SearchPicker<Item extends { readonly id: string }>(props: SearchPickerProps<Item>) {
  const { label, placeholder, show, items, nothing, search, onSearch, onOpenChange, onChoose, nameOf, detailOf } =
    props;
  return (
    <ComboBox
      className="field"
      items={items}
      inputValue={search}
      onInputChange={onSearch}
      selectedKey={null}
      onSelectionChange={(key) => {
        const chosen = items.find(({ id }) => id === key);
        if (chosen !== undefined) onChoose(chosen);
      }}
      {...(onOpenChange && { onOpenChange })}
      // The items are filtered already.
      defaultFilter={() => true}
      allowsEmptyCollection
      menuTrigger="focus"
    >
      <Label className="field__label">{label}</Label>
      <div className="field__box">
        <Input autoFocus className="field__input field__input--trailing" placeholder={placeholder} spellCheck={false} />
        <Button className="field__button" aria-label={show}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      <Popover className="popover search-picker__popover" offset={4}>
        <ListBox<Item> className="menu" renderEmptyState={() => <p className="search-picker__none">{nothing}</p>}>
          {(item) => (
            <ListBoxItem id={item.id} textValue={nameOf(item)} className="menu__item search-picker__option">
              <strong dir="auto">{nameOf(item)}</strong>
              {detailOf(item)}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
