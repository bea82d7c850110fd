/** The id in an address: printed cards may carry the file name of the page's first days. */
export function idInPath(segment: string): string {
  return segment.length > 5 && segment.slice(-5).toLowerCase() === '.html' ? segment.slice(0, -5) : segment;
}
