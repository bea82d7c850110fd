import { useState } from 'react';
import type { Failure } from '../../api/failure.ts';
import type { OwnerFragment } from './owner-search.generated.ts';

/** A user who may own pages. */
export type Owner = Pick<OwnerFragment, 'id' | 'username' | 'email'>;

export function ownerName({ username, email, id }: Owner): string {
  return username ?? email ?? id;
}

/** The owner chosen in a form. The server's refusal of one is shown at the field until another is chosen. */
export function useOwner(
  start: Owner | null,
  { failure, setFailure }: { failure: Failure | undefined; setFailure: (failure: Failure | undefined) => void },
) {
  const [owner, setOwner] = useState(start);
  const error = failure !== undefined && 'field' in failure && failure.field === 'ownerId' ? failure.text : undefined;
  const onChange = (chosen: Owner | null) => {
    setOwner(chosen);
    if (error !== undefined) setFailure(undefined);
  };
  return { owner, setOwner, ownerField: { value: owner, onChange, error } };
}
