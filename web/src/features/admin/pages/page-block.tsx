import { useQuery } from '@apollo/client/react';
import { LongTableRow } from '../../../ui/long-table-row.tsx';
import { ListPart, type PartPlace, partVariables } from '../list-part.tsx';
import { AdminPagesPartDocument, type AdminPagesPartQueryVariables } from './page-block.generated.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { PageCells, type RowActions } from './page-row.tsx';

interface PageBlockProps {
  readonly place: PartPlace;
  readonly filter: AdminPagesPartQueryVariables['filter'];
  readonly actions: RowActions;
}

/** A part of the list after the first block, read when it scrolls into view. */
export function PageBlock({ place, filter, actions }: PageBlockProps) {
  const reading = useQuery(AdminPagesPartDocument, {
    variables: { ...partVariables(place), filter },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  return (
    <ListPart place={place} reading={reading} failed="adminPages.failed">
      {({ pages }, from) => <PageRows pages={pages.nodes} from={from} actions={actions} />}
    </ListPart>
  );
}

interface PageRowsProps {
  readonly pages: readonly AdminPageRowFragment[];
  readonly from: number;
  readonly actions: RowActions;
}

export function PageRows({ pages, from, actions }: PageRowsProps) {
  return pages.map((page, index) => (
    <LongTableRow key={page.id} index={from + index} className="page-row">
      {(tabIndex) => <PageCells page={page} tabIndex={tabIndex} actions={actions} />}
    </LongTableRow>
  ));
}
