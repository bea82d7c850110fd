/** The text that a person wrote, and the earlier letters that their mail program repeated below or between it. */
export interface SplitText {
  readonly body: string;
  readonly quoted: string;
}

/** An attribution is broken into at most so many lines, of so many characters together. */
const ATTRIBUTION_LINES = 4;
const ATTRIBUTION_LENGTH = 500;
const ATTRIBUTION_BEGINS =
  /^\s{0,20}(?:on|le|am|el|il|em|no dia|op|في|بتاريخ|[^<]{1,80}<\S{3,190}> escreveu)(?!\p{L})/iu;
const VERBS_AT_THE_END = [
  ...['wrote', 'writes', 'a écrit', 'escribió', 'ha scritto', 'escreveu'],
  ...['schrieb', 'schreef', 'het volgende geschreven'],
];
const VERBS_INSIDE = [' schrieb ', ' schreef ', ' escreveu no dia ', ' كتب ', ' تمت كتابة ما يلي بواسطة '];
/** Of its date. */
const DIGIT = /\p{Nd}/u;
const SEPARATOR =
  /^\s*[-_]{2,}\s*(?:original message|forwarded message|message d['’]origine|message original|message transféré|ursprüngliche nachricht|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|الرسالة الأصلية)\s*[-_]{2,}\s*$/i;
const HEADER_FROM = /^\s*\*?(?:from|de|von|da|van|من)\*?\s*:\s?\*?\s*\S/i;
const HEADER_SENT =
  /^\s*\*?(?:sent|date|envoyé|gesendet|datum|enviad[oa]|fecha|inviato|data|verzonden|تم الإرسال|التاريخ)(?: (?:le|el|em|am))?\*?\s*:/i;
const HEADER_SUBJECT = /^\s*\*?(?:subject|objet|betreff|asunto|oggetto|assunto|onderwerp|الموضوع)\*?\s*:/i;
const HEADER_LINES = 6;
const RULE = /^\s*_{10,}\s*$/;
const QUOTE = /^\s?>/;

/** Separates quoted text in the ways of Gmail, Outlook, Apple Mail, Thunderbird and phones, in eight languages. */
export function splitQuoted(text: string): SplitText {
  const lines = text.split('\n');
  const begins = lines.findIndex((_, at) => quoteBegins(lines, at));
  if (begins < 0) return { body: text.trim(), quoted: '' };
  const rest = lines.slice(begins);
  // With marks, text after or between the quoted lines is the person's; without, all that follows is quoted.
  const marked = rest.some((line) => QUOTE.test(line)) && !isHeader(lines, begins);
  const { own, others } = marked ? sorted(rest) : { own: [], others: rest };
  const body = [...lines.slice(0, begins), ...own].join('\n').trim();
  // A letter that is all quotation was probably not understood.
  return body === '' ? { body: text.trim(), quoted: '' } : { body, quoted: others.join('\n').trim() };
}

function quoteBegins(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return QUOTE.test(line) || SEPARATOR.test(line) || isHeader(lines, at) || attributionLength(lines, at) > 0;
}

/** People write “From: Lyon” and a date, too: the header of a letter names an address or its subject. */
function isHeader(lines: readonly string[], at: number): boolean {
  const from = RULE.test(lines[at] ?? '') ? at + 1 : at;
  const first = lines[from] ?? '';
  if (!HEADER_FROM.test(first) && !HEADER_SENT.test(first)) return false;
  const near = lines.slice(from, from + HEADER_LINES);
  const has = (field: RegExp) => near.some((line) => field.test(line));
  const named = near.some((line) => HEADER_FROM.test(line) && line.includes('@')) || has(HEADER_SUBJECT);
  return named && has(HEADER_FROM) && has(HEADER_SENT);
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
  if (!line.endsWith(':') || !DIGIT.test(line)) return false;
  const words = line.slice(0, -1).trimEnd();
  return VERBS_AT_THE_END.some((verb) => words.endsWith(verb)) || VERBS_INSIDE.some((verb) => words.includes(verb));
}

/** Separates lines that are neither quoted nor an attribution from the others. */
function sorted(lines: readonly string[]): { own: readonly string[]; others: readonly string[] } {
  const own: string[] = [];
  const others: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const quoted = attributionLength(lines, at) || (QUOTE.test(lines[at] ?? '') ? 1 : 0);
    (quoted === 0 ? own : others).push(...lines.slice(at, at + (quoted || 1)));
    at += quoted || 1;
  }
  return own.some((line) => line.trim() !== '') ? { own, others } : { own: [], others: lines };
}
