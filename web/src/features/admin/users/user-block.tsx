import { useQuery } from '@apollo/client/react';
import { LongTableRow } from '../../../ui/long-table-row.tsx';
import { ListPart, type PartPlace, partVariables } from '../list-part.tsx';
import type { Role } from './role-words.ts';
import { AdminUsersPartDocument, type AdminUsersPartQueryVariables } from './user-block.generated.ts';
import { UserCells } from './user-cells.tsx';
import type { UserRowFragment } from './user-row.generated.ts';

type OnChange = (user: UserRowFragment, role: Role) => void;

interface UserBlockProps {
  readonly place: PartPlace;
  readonly filter: AdminUsersPartQueryVariables['filter'];
  readonly onChange: OnChange;
}

/** A part of the list after the first block, read when it scrolls into view. */
export function UserBlock({ place, filter, onChange }: UserBlockProps) {
  const reading = useQuery(AdminUsersPartDocument, { variables: { ...partVariables(place), filter } });
  return (
    <ListPart place={place} reading={reading} failed="adminUsers.failed">
      {({ users }, from) => <UserRows users={users.nodes} from={from} onChange={onChange} />}
    </ListPart>
  );
}

interface UserRowsProps {
  readonly users: readonly UserRowFragment[];
  readonly from: number;
  readonly onChange: OnChange;
}

export function UserRows({ users, from, onChange }: UserRowsProps) {
  return users.map((user, index) => (
    <LongTableRow key={user.id} index={from + index} className="user-row">
      {(tabIndex) => <UserCells user={user} tabIndex={tabIndex} onChange={onChange} />}
    </LongTableRow>
  ));
}
