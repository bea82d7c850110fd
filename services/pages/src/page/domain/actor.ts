import { type ExistingPage, ownerOf } from './page.ts';

/** Sender of a command, with their present role. */
export interface Actor {
  readonly userId: string;
  readonly administrator: boolean;
}

/** Other callers must not learn that the page exists. */
export function maySee(actor: Actor, page: ExistingPage): boolean {
  return actor.administrator || ownerOf(page) === actor.userId;
}
