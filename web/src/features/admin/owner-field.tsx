import { Search, X } from 'lucide-react';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Owner, ownerName } from './owner.ts';
import type { OwnerSearchProps } from './owner-search.tsx';
import '../../ui/text-field.css';
import './owner-field.css';

interface OwnerFieldProps {
  readonly label: string;
  readonly value: Owner | null;
  readonly onChange: (owner: Owner | null) => void;
  /** Why the server refused this owner. */
  readonly error?: string | undefined;
}

const loadSearch = () => import('./owner-search.tsx').then(({ OwnerSearch }) => OwnerSearch);
/** Preload when a search is likely; the search itself reports a failure. */
const expectPress = () => void loadSearch().catch(() => undefined);

/** Selects a user by name or e-mail, or no owner. The search code loads on demand. */
export function OwnerField({ label, value, onChange, error }: OwnerFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [OwnerSearch, setOwnerSearch] = useState<ComponentType<OwnerSearchProps>>();
  const [failed, setFailed] = useState(false);
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

  const search = async () => {
    setFailed(false);
    try {
      const loaded = await loadSearch();
      setOwnerSearch(() => loaded);
    } catch {
      setFailed(true);
    }
  };

  if (value === null && OwnerSearch !== undefined) {
    const choose = (owner: Owner) => {
      setOwnerSearch(undefined);
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
          aria-describedby={failed ? `${id}-failed` : undefined}
          onPointerEnter={expectPress}
          onFocus={expectPress}
          onClick={() => void search()}
        >
          <span id={`${id}-search`}>{t('admin.searchOwner')}</span>
          <Search aria-hidden="true" />
        </button>
        {failed && (
          <p className="field__error" id={`${id}-failed`} role="alert">
            {t('failure.noAnswer')}
          </p>
        )}
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
        <button
          ref={removal}
          type="button"
          className="icon-button"
          aria-label={t('admin.noOwner', { name })}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onClick={() => {
            setEmptied(true);
            onChange(null);
          }}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      {error !== undefined && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
