import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Owner, ownerName } from './use-owner.ts';
import '../../ui/text-field.css';
import './owner-field.css';
import { IconButton } from '../../ui/button.tsx';

interface OwnerFieldProps {
  readonly label: string;
  readonly value: Owner | null;
  readonly onChange: (owner: Owner | null) => void;
  /** Why the server refused this owner. */
  readonly error?: string | undefined;
}

const OwnerSearch = lazyPart(() => import('./owner-search.tsx'), <Skeleton width="100%" height="4.75rem" />);

/** Selects a user by name or e-mail, or no owner. */
export function OwnerField({ label, value, onChange, error }: OwnerFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [searching, setSearching] = useState(false);
  const [emptied, setEmptied] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const removal = useRef<HTMLButtonElement>(null);

  // After the owner is removed, move the focus to the search button.
  useEffect(() => {
    if (emptied && value === null) button.current?.focus();
  }, [emptied, value]);

  useEffect(() => {
    if (error !== undefined) removal.current?.focus();
  }, [error]);

  if (value === null && searching) {
    const choose = (owner: Owner) => {
      setSearching(false);
      setEmptied(false);
      onChange(owner);
    };
    return <OwnerSearch label={label} onChoose={choose} />;
  }
  if (value === null) {
    return (
      <div className="field">
        <span className="field__label" id={id}>
          {label}
        </span>
        <button
          ref={button}
          type="button"
          className="field__input owner-field__search"
          aria-labelledby={`${id} ${id}-search`}
          onClick={() => setSearching(true)}
        >
          <span id={`${id}-search`}>{t('admin.searchOwner')}</span>
          <Search aria-hidden="true" />
        </button>
      </div>
    );
  }
  const name = ownerName(value);
  return (
    <div className="field">
      <span className="field__label">{label}</span>
      <div className={error === undefined ? 'owner-field__chosen' : 'owner-field__chosen owner-field__chosen--refused'}>
        <span className="owner-field__person">
          <strong dir="auto">{name}</strong>
          {value.email !== null && value.email !== name && <span>{value.email}</span>}
        </span>
        <IconButton
          icon={X}
          ref={removal}
          label={t('admin.noOwner', { name })}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onClick={() => {
            setEmptied(true);
            onChange(null);
          }}
        />
      </div>
      {error !== undefined && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
