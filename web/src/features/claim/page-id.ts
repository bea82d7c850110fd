import { cleanLine } from '@volant/proto/text/clean-text';

/** A page id as typed, or as part of a pasted card address such as https://host/d/ID.html. */
export function pageIdFrom(input: string): string {
  const typed = cleanLine(input);
  const inAddress = /\/d\/([^/?#\s]+)/.exec(typed)?.[1];
  return withoutHtml(inAddress === undefined ? typed : decoded(inAddress));
}

/** Strips `.html` once, in any letter case. */
export function withoutHtml(id: string): string {
  return id.replace(/\.html$/i, '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
