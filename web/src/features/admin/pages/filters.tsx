import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../../browser/same-screen.ts';
import type { TextKey } from '../../../i18n/text-key.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { STATE_WORDS } from '../../../ui/state-badge.tsx';
import type { PageTallyFragment } from './page-filter.generated.ts';
import { countsOf, filterIn, OWNERSHIPS, STATES, withFilter } from './page-filter.ts';

const OWNERSHIP_WORDS: Readonly<Record<(typeof OWNERSHIPS)[number], TextKey>> = {
  CLAIMED: 'adminPages.claimed',
  UNCLAIMED: 'adminPages.unclaimed',
};

interface FiltersProps {
  /** Absent until they are known. */
  readonly tallies: readonly PageTallyFragment[] | undefined;
}

/** What narrows the list down, with what each choice would show. Each is an address. */
export function Filters({ tallies }: FiltersProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const filter = filterIn(params);
  const counts = tallies && countsOf(tallies, filter);
  return (
    <>
      <Group
        label={t('adminPages.byState')}
        heading={t('adminPages.stateHead')}
        name="state"
        chosen={filter.state}
        choices={[undefined, ...STATES]}
        words={(one) => t(one === undefined ? 'adminPages.anyState' : STATE_WORDS[one])}
        count={counts?.state}
      />
      <Group
        label={t('adminPages.byOwner')}
        heading={t('adminPages.ownerHead')}
        name="claimed"
        chosen={filter.claimed}
        choices={[undefined, ...OWNERSHIPS]}
        words={(one) => t(one === undefined ? 'adminPages.anyOwner' : OWNERSHIP_WORDS[one])}
        count={counts?.claimed}
      />
    </>
  );
}

interface GroupProps<Choice extends string> {
  readonly label: string;
  readonly heading: string;
  readonly name: 'state' | 'claimed';
  readonly chosen: Choice | undefined;
  readonly choices: readonly (Choice | undefined)[];
  readonly words: (choice: Choice | undefined) => string;
  readonly count: ((choice: Choice | undefined) => number) | undefined;
}

function Group<Choice extends string>({ label, heading, name, chosen, choices, words, count }: GroupProps<Choice>) {
  const format = useFormat();
  const [params] = useSearchParams();
  return (
    <nav className="page-filter" aria-label={label}>
      <span className="page-filter__label" aria-hidden="true">
        {heading}
      </span>
      {choices.map((choice) => (
        <Link
          key={choice ?? 'ALL'}
          className="page-filter__choice"
          to={{ search: withFilter(params, { [name]: choice }).toString() }}
          state={SAME_SCREEN}
          replace
          aria-current={choice === chosen ? 'true' : undefined}
        >
          {words(choice)} <span className="tabular">{count && format.number(count(choice))}</span>
        </Link>
      ))}
    </nav>
  );
}
