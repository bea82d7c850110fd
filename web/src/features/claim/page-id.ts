import { cardIdIn, cardIdOf } from '@volant/proto/text/card-id';
import { cleanLine } from '@volant/proto/text/clean-text';

/** A page id as typed, or as part of a pasted card address such as https://host/d/ID.html. */
export function pageIdFrom(input: string): string {
  const typed = cleanLine(input);
  return cardIdIn(typed) ?? cardIdOf(typed) ?? typed;
}
