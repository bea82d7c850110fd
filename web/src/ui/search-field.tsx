import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_SEARCH } from '@volant/proto/text/lengths';
import { CircleAlert, Search, X } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../browser/same-screen.ts';
import { withParameters } from '../browser/with-parameters.ts';
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

/** Milliseconds without a key: a word is searched for once it is typed, not at each of its letters. */
const QUIET_MS = 250;

/**
 * A text kept in the URL; Back, a reload and links update the field. Each pause replaces the URL, so that no half-typed
 * name becomes an entry of the history; the server does not log queries. A text that is too long stays in the field.
 */
function useSearchParameter(name: string) {
  const [params, setParams] = useSearchParams();
  const search = params.get(name) ?? '';
  const [text, setText] = useState(search);
  /** The latest URL value that the field itself has written or read. */
  const known = useRef(search);

  useEffect(() => {
    if (search === known.current) return;
    known.current = search;
    setText(search);
  }, [search]);

  useEffect(() => {
    const cleaned = cleanLine(text);
    if (cleaned === known.current || cleaned.length > LONGEST_SEARCH) return;
    const timer = setTimeout(() => {
      known.current = cleaned;
      setParams((now) => withParameters(now, { [name]: cleaned === '' ? undefined : cleaned }), {
        replace: true,
        state: SAME_SCREEN,
      });
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, name, setParams]);

  return { text, setText, isTooLong: cleanLine(text).length > LONGEST_SEARCH };
}
