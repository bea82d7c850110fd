/** The text that a person wrote, and the earlier letters that their mail program repeated below or between it. */
export interface SplitText {
  readonly body: string;
  readonly quoted: string;
}

/** An attribution is broken into at most so many lines, of so many characters together. */
const ATTRIBUTION_LINES = 4;
const ATTRIBUTION_LENGTH = 500;
const ATTRIBUTION_BEGINS = /^\s*(?:on|le|am|el|il|em|op)\b/i;
const VERBS_AT_THE_END = ['wrote', 'writes', 'a écrit', 'escribió', 'ha scritto', 'escreveu', 'schreef', 'schrieb'];
const VERBS_INSIDE = [' schrieb ', ' schreef '];
const SEPARATOR =
  /^\s*[-_]{2,}\s*(?:original message|message d['’]origine|message original|forwarded message|message transféré|ursprüngliche nachricht)\s*[-_]{2,}\s*$/i;
const HEADER_FROM = /^\s*\*?(?:from|de|von)\*?\s*:\s?\*?\s*\S/i;
const HEADER_SENT = /^\s*\*?(?:sent|envoyé|date|gesendet)(?: le)?\*?\s*:/i;
const HEADER_LINES = 4;
const RULE = /^\s*_{10,}\s*$/;
const QUOTE = /^\s?>/;

/** Separates quoted text in the ways of Gmail, Outlook, Apple Mail, Thunderbird and phones. */
export function splitQuoted(text: string): SplitText {
  const lines = text.split('\n');
  const begins = lines.findIndex((_, at) => quoteBegins(lines, at));
  if (begins < 0) return { body: text.trim(), quoted: '' };
  const rest = lines.slice(begins);
  // With marks, text after or between the quoted lines is the person's; without, all that follows is quoted.
  const marked = rest.some((line) => QUOTE.test(line));
  const below = marked && !isHeader(lines, begins) ? ownLines(rest) : [];
  const body = [...lines.slice(0, begins), ...below].join('\n').trim();
  const quoted = (below.length === 0 ? rest : rest.filter((line) => !below.includes(line))).join('\n').trim();
  // A letter that is all quotation was probably not understood.
  return body === '' ? { body: text.trim(), quoted: '' } : { body, quoted };
}

function quoteBegins(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return QUOTE.test(line) || SEPARATOR.test(line) || isHeader(lines, at) || attributionLength(lines, at) > 0;
}

function isHeader(lines: readonly string[], at: number): boolean {
  const from = RULE.test(lines[at] ?? '') ? at + 1 : at;
  const near = lines.slice(from, from + HEADER_LINES);
  return HEADER_FROM.test(near[0] ?? '') && near.some((line) => HEADER_SENT.test(line));
}

/** Lines of the attribution that begins here; 0 if none does. */
function attributionLength(lines: readonly string[], at: number): number {
  if (!ATTRIBUTION_BEGINS.test(lines[at] ?? '')) return 0;
  for (let length = 1; length <= ATTRIBUTION_LINES; length += 1) {
    const joined = lines.slice(at, at + length).join(' ');
    if (joined.length > ATTRIBUTION_LENGTH) return 0;
    if (endsAttribution(joined)) return length;
  }
  return 0;
}

function endsAttribution(text: string): boolean {
  const line = text.toLowerCase().trimEnd();
  if (!line.endsWith(':')) return false;
  const words = line.slice(0, -1).trimEnd();
  return VERBS_AT_THE_END.some((verb) => words.endsWith(verb)) || VERBS_INSIDE.some((verb) => words.includes(verb));
}

/** Lines that are neither quoted nor an attribution. */
function ownLines(lines: readonly string[]): readonly string[] {
  const own: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const skipped = attributionLength(lines, at) || (QUOTE.test(lines[at] ?? '') ? 1 : 0);
    if (skipped === 0) own.push(lines[at] ?? '');
    at += skipped || 1;
  }
  return own.some((line) => line.trim() !== '') ? own : [];
}
