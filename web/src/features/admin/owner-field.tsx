import { useQuery } from '@apollo/client/react';
import { ChevronDown, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { type OwnerFragment, OwnersFoundDocument } from './owner-field.generated.ts';
import '../../ui/menu.css';
import '../../ui/text-field.css';
import './owner-field.css';

/** A person who may own pages. */
export type Owner = Pick<OwnerFragment, 'id' | 'username' | 'email'>;

interface OwnerFieldProps {
  readonly label: string;
  readonly value: Owner | null;
  readonly onChange: (owner: Owner | null) => void;
}

/** Chooses a person among everybody with an account, by name or e-mail; or nobody. */
export function OwnerField({ label, value, onChange }: OwnerFieldProps) {
  const { t } = useTranslation();
  const search = useRef<HTMLInputElement>(null);
  const [emptied, setEmptied] = useState(false);

  // Whoever takes the owner away goes on where another can be searched.
  useEffect(() => {
    if (emptied && value === null) search.current?.focus();
  }, [emptied, value]);

  if (value === null) return <OwnerSearch label={label} inputRef={search} onChoose={onChange} />;
  const name = nameOf(value);
  return (
    <div className="field">
      <span className="field__label">{label}</span>
      <div className="owner-field__chosen">
        <span className="owner-field__person">
          <strong dir="auto">{name}</strong>
          {value.email !== null && value.email !== name && <span>{value.email}</span>}
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={t('admin.noOwner', { name })}
          onClick={() => {
            setEmptied(true);
            onChange(null);
          }}
        >
          <X aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

interface OwnerSearchProps {
  readonly label: string;
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
  readonly onChoose: (owner: Owner) => void;
}

function OwnerSearch({ label, inputRef, onChoose }: OwnerSearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const search = useLater(text.trim());
  const found = useQuery(OwnersFoundDocument, { variables: { search }, skip: !open });
  const people = (found.data ?? found.previousData)?.users.nodes ?? [];
  return (
    <ComboBox
      className="field"
      items={people}
      inputValue={text}
      onInputChange={setText}
      selectedKey={null}
      onSelectionChange={(key) => {
        const chosen = people.find(({ id }) => id === key);
        if (chosen !== undefined) onChoose({ id: chosen.id, username: chosen.username, email: chosen.email });
      }}
      onOpenChange={setOpen}
      // The server has searched.
      defaultFilter={() => true}
      allowsEmptyCollection
      menuTrigger="focus"
    >
      <Label className="field__label">{label}</Label>
      <div className="field__box">
        <Input
          ref={inputRef}
          className="field__input field__input--trailing"
          placeholder={t('admin.searchOwner')}
          maxLength={200}
          spellCheck={false}
        />
        <Button className="owner-field__open" aria-label={t('admin.showOwners')}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      <Popover className="popover owner-field__popover" offset={4}>
        <ListBox<OwnerFragment>
          className="menu"
          renderEmptyState={() => (
            <p className="owner-field__none">
              {found.error !== undefined
                ? t('adminUsers.failed')
                : found.loading
                  ? t('adminUsers.loading')
                  : t('adminUsers.none', { search })}
            </p>
          )}
        >
          {(person) => (
            <ListBoxItem id={person.id} textValue={nameOf(person)} className="menu__item owner-field__option">
              <strong dir="auto">{nameOf(person)}</strong>
              <span>{person.email}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

function nameOf({ username, email, id }: Owner): string {
  return username ?? email ?? id;
}

/** What was typed, once typing has paused. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), 150);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
