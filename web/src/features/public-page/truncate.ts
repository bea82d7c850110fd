/** Cuts a text that is longer than `length` characters and says so with an ellipsis. */
export function truncate(value: string, length: number): string {
  if (value.length <= length) return value;
  const text = value.normalize('NFC');
  let end = 0;
  for (let count = 0; count < length; count += 1) {
    if (end >= text.length) return value;
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end < text.length ? `${text.slice(0, end).trimEnd()}…` : value;
}
