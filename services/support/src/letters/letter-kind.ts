import type { Email } from 'postal-mime';
import type { LetterKind } from '../support-message/support-message.ts';

const AUTOMATIC_SUBJECTS = [
  ...['automatic reply', 'autoreply', 'auto reply', 'auto-reply', 'auto response', 'automatic response'],
  ...['out of office', 'out of the office', 'out-of-office', 'vacation reply', 'réponse automatique'],
  ...['message automatique', 'absence du bureau', 'absent du bureau', 'message d’absence', "message d'absence"],
  ...['automatische antwort', 'abwesenheitsnotiz', 'abwesenheitsbenachrichtigung', 'abwesenheitsmeldung'],
  ...['automatisch antwoord', 'respuesta automática', 'risposta automatica', 'resposta automática', 'رد تلقائي'],
  ...['خارج المكتب', 'fuera de la oficina', 'fuori ufficio', 'fuori sede', 'fora do escritório'],
];
/** Words that people write, too, otherwise than before a colon. */
const AUTOMATIC_LABEL = /^(?:auto|ooo|absen(?:ce|t)|abwesend|abwesenheit|afwezig|ausente|assente) ?:/i;
const AUTOMATIC_PRECEDENCE = /^(?:bulk|junk|auto[-_]?reply)$/i;
const AUTOMATIC_HEADER = /^x-(?:mail-)?auto-?(?:re(?:ply|spon)|generated)|^x-vacation/;
const RETURNED_FROM = /^[<"]?(?:mailer-daemon|mail-daemon|microsoftexchange[\da-f]{8,})(?:@|[\s">]|$)|^<>$/i;
/** Of automatic letters. */
const RETURNED_SUBJECT =
  /^(?:undeliver|mail delivery (?:failed|failure)|delivery status notification|failure notice|returned mail|(?:mail |message )?non (?:remis|distribu)|échec de (?:la )?(?:remise|distribution)|unzustellbar|no se puede entregar|no entregado|non recapitabile|onbestelbaar|não (?:entregue|é possível entregar)|تعذر التسليم)/i;

function headerOf({ headers }: Email, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value.trim();
}

/** Tells a letter that a person wrote from those of programs, by its header. */
export function kindOf(mail: Email): LetterKind {
  const header = (name: string) => headerOf(mail, name);
  const type = header('content-type') ?? '';
  const isReport = /^multipart\/report\b/i.test(type);
  if (isReport && !/report-type\s*=\s*"?disposition-notification/i.test(type)) return 'BOUNCE';
  const from = mail.from?.address ?? '';
  if ([from, header('from') ?? ''].some((sender) => RETURNED_FROM.test(sender))) return 'BOUNCE';
  const subject = (mail.subject ?? '').trim();
  const submitted = header('auto-submitted') ?? 'no';
  const isAutomatic =
    isReport ||
    !/^no\b/i.test(submitted) ||
    AUTOMATIC_PRECEDENCE.test(header('precedence') ?? '') ||
    mail.headers.some(({ key }) => AUTOMATIC_HEADER.test(key)) ||
    header('return-path') === '<>' ||
    isAutomaticSubject(subject);
  if (!isAutomatic) return 'ANSWER';
  // People write as postmaster, too.
  const isReturned = /^postmaster@/i.test(from) || RETURNED_SUBJECT.test(subject);
  return !isReport && isReturned ? 'BOUNCE' : 'AUTOMATIC';
}

function isAutomaticSubject(subject: string): boolean {
  const words = subject.toLowerCase().replace(/^\[/, '');
  const begins = AUTOMATIC_SUBJECTS.find((one) => words.startsWith(one));
  return AUTOMATIC_LABEL.test(subject) || (begins !== undefined && !/^\p{L}/u.test(words.slice(begins.length)));
}
