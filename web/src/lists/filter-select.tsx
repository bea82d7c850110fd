import { useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../browser/same-screen.ts';
import { withParameters } from '../browser/with-parameters.ts';
import { useLocale } from '../i18n/use-locale.ts';
import './filter-select.css';

interface FilterSelectProps<Choice extends string> {
  readonly label: string;
  readonly name: string;
  readonly chosen: Choice | undefined;
  readonly choices: readonly Choice[];
  /** Undefined means all. */
  readonly words: (choice: Choice | undefined) => string;
  readonly count?: ((choice: Choice | undefined) => number) | undefined;
}

/** A filter that is set more rarely than those of a `FilterGroup`. */
export function FilterSelect<Choice extends string>(props: FilterSelectProps<Choice>) {
  const { label, name, chosen, choices, words, count } = props;
  const { format } = useLocale();
  const [params, setParams] = useSearchParams();
  return (
    <select
      className="filter-select"
      aria-label={label}
      value={chosen ?? ''}
      onChange={({ target }) =>
        setParams(withParameters(params, { [name]: target.value || undefined }), { replace: true, state: SAME_SCREEN })
      }
    >
      {[undefined, ...choices].map((choice) => (
        <option key={choice ?? ''} value={choice ?? ''}>
          {words(choice)}
          {count && ` (${format.number(count(choice))})`}
        </option>
      ))}
    </select>
  );
}
