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
  /** Undefined until it is known; its place is kept. */
  readonly count?: ((choice: Choice | undefined) => number | undefined) | undefined;
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
          {count && <Count number={count(choice)} />}
        </Link>
      ))}
    </nav>
  );
}

function Count({ number }: { readonly number: number | undefined }) {
  const { format } = useLocale();
  return <span className="tabular"> {number !== undefined && format.number(number)}</span>;
}
