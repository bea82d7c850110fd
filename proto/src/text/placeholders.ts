/** What a canned reply leaves to be filled in, written in braces: the sender's name, their page, the day they wrote. */
export const PLACEHOLDERS = ['name', 'page', 'date'] as const;

export type PlaceholderValues = Readonly<Partial<Record<(typeof PLACEHOLDERS)[number], string>>>;

const isPlaceholder = (name: string): name is keyof PlaceholderValues => PLACEHOLDERS.some((one) => one === name);

/** The text with placeholders in one form: people write `{{name}}` and `{ Name }`, too. */
export function plainPlaceholders(text: string): string {
  return text.replace(/\{{1,2}\s{0,2}(\w{1,30})\s{0,2}\}{1,2}/g, (written, word: string) => {
    const name = word.toLowerCase();
    return isPlaceholder(name) ? `{${name}}` : written;
  });
}

/** The first words in braces that are no placeholder, with their braces. */
export function unknownPlaceholder(text: string): string | undefined {
  for (const [written, name = ''] of text.matchAll(/\{([\p{L}\d_.’' -]{1,40})\}/gu))
    if (!isPlaceholder(name) && /\p{L}/u.test(name)) return written;
  return undefined;
}

/** Replaces the placeholders that have a value; the others stay as gaps. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(/\{(\w+)\}/g, (written, name: string) => (isPlaceholder(name) ? values[name] : '') || written);
}

/** The first placeholder that is still in a text, and where it begins. */
export function firstGap(text: string): { readonly at: number; readonly written: string } | undefined {
  for (const { 0: written, 1: name = '', index } of text.matchAll(/\{(\w+)\}/g)) {
    if (isPlaceholder(name)) return { at: index, written };
  }
  return undefined;
}
