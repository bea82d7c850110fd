import { useQuery } from '@apollo/client/react';
import { cleanLine } from '@volant/proto/text/clean-text';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { type OwnerFragment, OwnersFoundDocument } from './owner-search.generated.ts';
import { type Owner, ownerName } from './use-owner.ts';
import '../../ui/menu.css';
import '../../ui/text-field.css';
import './owner-field.css';

interface OwnerSearchProps {
  readonly label: string;
  readonly onChoose: (owner: Owner) => void;
}

/** Searches users on the server during typing; focused when it opens. */
export default function OwnerSearch({ label, onChoose }: OwnerSearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const search = useLater(cleanLine(text));
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
      // The server has already filtered.
      defaultFilter={() => true}
      allowsEmptyCollection
      menuTrigger="focus"
    >
      <Label className="field__label">{label}</Label>
      <div className="field__box">
        <Input
          autoFocus
          className="field__input field__input--trailing"
          placeholder={t('admin.searchOwner')}
          maxLength={200}
          spellCheck={false}
        />
        <Button className="field__button" aria-label={t('admin.showOwners')}>
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
            <ListBoxItem id={person.id} textValue={ownerName(person)} className="menu__item owner-field__option">
              <strong dir="auto">{ownerName(person)}</strong>
              <span>{person.email}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** The typed text, debounced. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), 150);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
