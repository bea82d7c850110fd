import { Link, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../browser/same-screen.ts';
import { withParameters } from '../browser/with-parameters.ts';
import { useLocale } from '../i18n/use-locale.ts';
import './filter-group.css';

interface FilterGroupProps<Choice extends string> {
  readonly label: string;
  /** Shown before the choices. */
  readonly heading?: string;
  readonly name: string;
  readonly chosen: Choice | undefined;
  /** Undefined means all. */
  readonly choices: readonly (Choice | undefined)[];
  readonly words: (choice: Choice | undefined) => string;
  readonly count?: ((choice: Choice | undefined) => number) | undefined;
}

/** Filter choices, each a link, with the number of entries it would show. */
export function FilterGroup<Choice extends string>({
  label,
  heading,
  name,
  chosen,
  choices,
  words,
  count,
}: FilterGroupProps<Choice>) {
  const { format } = useLocale();
  const [params] = useSearchParams();
  return (
    <nav className="filter-group" aria-label={label}>
      {heading !== undefined && (
        <span className="filter-group__label" aria-hidden="true">
          {heading}
        </span>
      )}
      {choices.map((choice) => (
        <Link
          key={choice ?? 'ALL'}
          className="filter-group__choice"
          to={{ search: withParameters(params, { [name]: choice }).toString() }}
          state={SAME_SCREEN}
          replace
          aria-current={choice === chosen ? 'true' : undefined}
        >
          {words(choice)}
          {count && <span className="tabular"> {format.number(count(choice))}</span>}
        </Link>
      ))}
    </nav>
  );
}
