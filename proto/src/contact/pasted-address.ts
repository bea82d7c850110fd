import { bareWord } from './plain-text.ts';

/** The target of a link of Markdown, of HTML or of a chat. */
const LINK = /(?:\]\(|\bhref=["']?|<(?=https:[^\s<>|]{1,1000}\|))(https:\/\/[^\s()"'<>|]{1,1000})/i;
const LABELLED = /^[^/?#]{1,60}[\s:](https:\/\/\S{1,1000})$/i;

/** The https address that a text is, links to or names behind a label; the text itself without one. */
export function pastedAddress(text: string): string {
  const link = LINK.exec(text)?.[1];
  return bareWord(link ?? LABELLED.exec(text)?.[1] ?? text);
}
