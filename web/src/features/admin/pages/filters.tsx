import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { TextKey } from '../../../i18n/text-key.ts';
import { STATE_WORDS } from '../../../ui/state-badge.tsx';
import { FilterGroup } from '../filter-group.tsx';
import type { PageTallyFragment } from './page-filter.generated.ts';
import { countsOf, filterIn, OWNERSHIPS, STATES } from './page-filter.ts';

const OWNERSHIP_WORDS: Readonly<Record<(typeof OWNERSHIPS)[number], TextKey>> = {
  CLAIMED: 'adminPages.claimed',
  UNCLAIMED: 'adminPages.unclaimed',
};

interface FiltersProps {
  /** Absent until they are loaded. */
  readonly tallies: readonly PageTallyFragment[] | undefined;
}

/** Filters of the list, each choice a link with the number of pages it would show. */
export const Filters = memo(function Filters({ tallies }: FiltersProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const filter = filterIn(params);
  const counts = tallies && countsOf(tallies, filter);
  return (
    <>
      <FilterGroup
        label={t('adminPages.byState')}
        heading={t('adminPages.stateHead')}
        name="state"
        chosen={filter.state}
        choices={[undefined, ...STATES]}
        words={(one) => t(one === undefined ? 'adminPages.anyState' : STATE_WORDS[one])}
        count={counts?.state}
      />
      <FilterGroup
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
});
