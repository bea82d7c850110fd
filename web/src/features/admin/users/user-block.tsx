import { useQuery } from '@apollo/client/react';
import { fixedFailure } from '../../../api/failure.ts';
import { LongTableRow } from '../../../ui/long-table-row.tsx';
import { BLOCK } from '../../../ui/long-table-window.ts';
import { FailedRow, WaitingRows } from '../list-rows.tsx';
import type { Role } from './role-words.ts';
import { AdminUsersPartDocument, type AdminUsersPartQueryVariables } from './user-block.generated.ts';
import { UserCells } from './user-cells.tsx';
import type { UserRowFragment } from './user-row.generated.ts';

export const COLUMNS = 5;

type OnChange = (user: UserRowFragment, role: Role) => void;

interface UserBlockProps {
  readonly block: number;
  readonly total: number;
  /** Where the list goes on after its first block. */
  readonly after: string;
  readonly filter: AdminUsersPartQueryVariables['filter'];
  readonly onChange: OnChange;
}

/** A part of the list behind its first, read when it comes into sight. */
export function UserBlock({ block, total, after, filter, onChange }: UserBlockProps) {
  const { data, previousData, error, refetch } = useQuery(AdminUsersPartDocument, {
    variables: { first: BLOCK, after, offset: (block - 1) * BLOCK, filter },
  });
  const users = (data ?? previousData)?.users.nodes;
  const from = block * BLOCK;
  if (users !== undefined) return <UserRows users={users} from={from} onChange={onChange} />;
  if (error === undefined) return <WaitingRows columns={COLUMNS} from={from} to={Math.min(total, from + BLOCK)} />;
  return (
    <FailedRow
      index={from}
      columns={COLUMNS}
      failure={fixedFailure(error, 'adminUsers.failed')}
      again={() => void refetch().catch(() => {})}
    />
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
