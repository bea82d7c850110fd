import { LONGEST_SEARCH } from '@volant/proto/text/lengths';
import { CircleAlert, Search, X } from 'lucide-react';
import { type RefObject, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParameter } from './use-search-parameter.ts';
import './text-field.css';
import './search-field.css';

interface SearchFieldProps {
  readonly label: string;
  readonly parameter: string;
  readonly input?: RefObject<HTMLInputElement | null>;
  /** Called by Enter and the down arrow, to move to the results. */
  readonly onEnter?: () => void;
}

/** A search-as-you-type field. Typing re-renders only the field, not the list. */
export function SearchField({ label, parameter, input: given, onEnter }: SearchFieldProps) {
  const { t } = useTranslation();
  const { text, setText, isTooLong } = useSearchParameter(parameter);
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = given ?? own;
  return (
    <div className="search-field">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <div className="field__box">
        <Search aria-hidden="true" />
        <input
          ref={input}
          id={id}
          type="search"
          className="field__input"
          placeholder={label}
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? `${id}-error` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            const leads = event.key === 'Enter' || event.key === 'ArrowDown';
            if (onEnter === undefined || !leads || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onEnter();
          }}
        />
        {text !== '' && (
          <button
            type="button"
            className="field__button"
            aria-label={t('search.clear')}
            onClick={() => {
              setText('');
              input.current?.focus();
            }}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </div>
      {isTooLong && (
        <p className="field__error" id={`${id}-error`} role="alert">
          <CircleAlert aria-hidden="true" />
          {t('search.tooLong', { limit: LONGEST_SEARCH })}
        </p>
      )}
    </div>
  );
}
