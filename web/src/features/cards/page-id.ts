import { cardIdOf } from '@volant/proto/text/card-id';
import { cleanLine } from '@volant/proto/text/clean-text';
import { typedCardId } from '@volant/proto/text/typed-card-id';

/** Extracts a page id from an id or a pasted card address such as https://host/d/ID.html. */
export function pageIdFrom(input: string): string {
  const typed = cleanLine(input);
  return typedCardId(typed) ?? cardIdOf(typed) ?? typed;
}

/** The token of a link that hands a page over: pasted alone, as the link, or in a message. */
export function handoverTokenIn(input: string): string | undefined {
  return /(?:^|token(?:=|%3D))([\w-]{1,64}\.[\w-]{43})(?![\w-])/i.exec(cleanLine(input))?.[1];
}
