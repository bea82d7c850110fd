/** An attribution is broken into at most so many lines, of so many characters together. */
const ATTRIBUTION_LINES = 4;
const ATTRIBUTION_LENGTH = 500;
const ATTRIBUTION_BEGINS = /^\s{0,20}(?:on|le|am|el|il|em|no dia|op|في|بتاريخ)(?!\p{L})/iu;
const VERBS = [
  ...['wrote', 'writes', 'a écrit', 'escribió', 'ha scritto', 'escreveu'],
  ...['schrieb', 'geschrieben', 'schreef', 'geschreven', 'كتب'],
];
const ATTRIBUTION_ENDS = /(?::|-{2,9})$/;
const IN_BRACKETS = /<[^\s<>@]{1,64}@[^\s<>]{1,190}>/;
/** `1 Dec 2026, 09:12 by name@host` */
const BY = /^(?:\p{L}{3,9}\.? )?\p{Nd}[^@]{5,40} (?:by|von|de|da|por|door|من) [^\s@]{1,64}@[^\s@]{1,190}$/u;
/** Programs write the hour so, and people 9h12. */
const HOUR = /\p{Nd}:\p{Nd}{2}/u;
const DIGIT = /\p{Nd}/gu;
/** Of a date and its hour: 1/2/26 9:12. */
const FEWEST_DIGITS = 7;
const FORWARDED =
  /forwarded|transf[eé]r[eé]|réexpédié|weitergeleitet|reenviado|encaminhada|inoltrato|doorgestuurd|الم\u064f?عاد توجيهها/i;
const ORIGINAL = /origin|ursprünglich|oorspronkelijk|الأصلية/i;
const BETWEEN_DASHES = /^\s{0,20}[-_\u2010]{2,40}([^-_\u2010:\d]{5,60})[-_\u2010]{2,40}\s{0,20}$/;
const BEGINS = /^\s{0,20}(?:begin|début|anfang|in[iíì][cz]io|بداية) ([^:\d]{5,60}):\s{0,20}$/i;
const HEADER_FROM = /^\s*\*?(?:from|de|von|da|van|من)\*?\s*:\s?\*?\s*\S/i;
const HEADER_SENT =
  /^\s*\*?(?:sent|date|envoyé|gesendet|datum|enviad[oa]|fecha|inviato|data|verzonden|تم الإرسال|التاريخ)(?: (?:le|el|em|am))?\*?\s*:/i;
const HEADER_SUBJECT = /^\s*\*?(?:subject|objet|betreff|asunto|oggetto|assunto|onderwerp|الموضوع)\*?\s*:/i;
const HEADER_LINES = 6;
/** `Re: `, `TR : ` and the like. */
const SUBJECT_BEGINS = /^(?:[\p{L}]{1,5}(?:\[\d{1,3}\])?\s{0,3}[:：]\s{0,3}){1,9}/u;
const RULE = /^\s*_{10,}\s*$/;
const QUOTE = /^\s?>/;

/**
 * Separates the text that a person wrote from the earlier mails that their mail program repeated below or between it,
 * in the ways of Gmail, Outlook, Apple Mail, Thunderbird and phones, in eight languages.
 * @param subject of the mail
 */
export function splitQuoted(text: string, subject: string): { readonly body: string; readonly quoted: string } {
  const lines = text.split('\n');
  const begins = lines.findIndex((_, at) => quoteBegins(lines, at, subject));
  if (begins < 0) return { body: lines.join('\n').trim(), quoted: '' };
  const rest = lines.slice(begins);
  // With marks, text after or between the quoted lines is the person's; without, all that follows is quoted.
  const marked = rest.some((line) => QUOTE.test(line)) && !isHeader(lines, begins, subject);
  const { own, others } = marked ? sorted(rest) : { own: [], others: rest };
  const body = [...lines.slice(0, begins), ...own].join('\n').trim();
  // A mail that is all quotation was probably not understood.
  return body === '' ? { body: text.trim(), quoted: '' } : { body, quoted: others.join('\n').trim() };
}

function quoteBegins(lines: readonly string[], at: number, subject: string): boolean {
  const line = lines[at] ?? '';
  return QUOTE.test(line) || isSeparator(line) || isHeader(lines, at, subject) || attributionLength(lines, at) > 0;
}

/**
 * People begin lists of a ride with “From: Lyon” and a date, too. So the header of a mail also names an address in
 * brackets, stands below a rule, or has a date with the hour beside an address or the subject of the conversation.
 */
function isHeader(lines: readonly string[], at: number, subject: string): boolean {
  const above = lines[at] ?? '';
  const isBelowRule = RULE.test(above);
  const from = isBelowRule || isSeparator(above) ? at + 1 : at;
  const first = lines[from] ?? '';
  if (!HEADER_FROM.test(first) && !HEADER_SENT.test(first)) return false;
  const near = lines.slice(from, from + HEADER_LINES);
  const line = (field: RegExp) => near.find((one) => field.test(one));
  const sender = line(HEADER_FROM);
  const sent = line(HEADER_SENT);
  if (sender === undefined || sent === undefined) return false;
  if (isBelowRule || IN_BRACKETS.test(sender)) return true;
  const isDated = HOUR.test(sent) && (sent.match(DIGIT)?.length ?? 0) >= FEWEST_DIGITS;
  return isDated && (sender.includes('@') || continues(line(HEADER_SUBJECT) ?? '', subject));
}

/** Whether a line of a header has the mail's subject, which it may break after some words. */
function continues(line: string, subject: string): boolean {
  const quoted = topic(line.replace(HEADER_SUBJECT, ''));
  return quoted !== '' && topic(subject).startsWith(quoted);
}

function topic(subject: string): string {
  return subject.replaceAll('*', '').trim().replace(SUBJECT_BEGINS, '').toLowerCase();
}

/** Lines of the attribution that begins here; 0 if none does. */
function attributionLength(lines: readonly string[], at: number): number {
  for (let end = at + 1; end <= at + ATTRIBUTION_LINES && lines[end - 1]?.trim(); end += 1) {
    const joined = lines.slice(at, end).join(' ');
    if (joined.length > ATTRIBUTION_LENGTH) return 0;
    const next = lines.slice(end, end + 2).find((line) => line.trim() !== '') ?? '';
    if (isAttribution(joined, next)) {
      // The line above it is the person's.
      return isAttribution(lines.slice(at + 1, end).join(' '), next) ? 0 : end - at;
    }
  }
  return 0;
}

/** In any language, programs name an address or say that somebody wrote, and the date and hour; or a quotation follows. */
function isAttribution(text: string, next: string): boolean {
  const line = text.toLowerCase().trim();
  if (!ATTRIBUTION_ENDS.test(line)) return false;
  const words = line.replace(ATTRIBUTION_ENDS, '').trimEnd();
  const digits = words.match(DIGIT)?.length ?? 0;
  const isBy = IN_BRACKETS.test(words) || BY.test(words) || VERBS.some((verb) => words.includes(verb));
  if (HOUR.test(words) && digits >= FEWEST_DIGITS && isBy) return true;
  if (ATTRIBUTION_BEGINS.test(words) && digits > 0 && VERBS.some((verb) => words.endsWith(verb))) return true;
  return QUOTE.test(next) && IN_BRACKETS.test(words);
}

/** The line above an earlier mail. */
function isSeparator(line = ''): boolean {
  const title = BETWEEN_DASHES.exec(line)?.[1] ?? '';
  return ORIGINAL.test(title) || FORWARDED.test(title || (BEGINS.exec(line)?.[1] ?? ''));
}

/** Separates lines that are neither quoted nor an attribution from the others. */
function sorted(lines: readonly string[]): { own: readonly string[]; others: readonly string[] } {
  const own: string[] = [];
  const others: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const isQuoted = QUOTE.test(lines[at] ?? '') || isSeparator(lines[at]);
    const quoted = isQuoted ? 1 : attributionLength(lines, at);
    (quoted === 0 ? own : others).push(...lines.slice(at, at + (quoted || 1)));
    at += quoted || 1;
  }
  return own.some((line) => line.trim() !== '') ? { own, others } : { own: [], others: lines };
}
