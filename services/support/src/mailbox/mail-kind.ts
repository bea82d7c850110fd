import type { Email } from 'postal-mime';
import type { MailKind } from '../message/domain/message.ts';
import type { MailFile } from './parse-mail.ts';

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
/** RFC 3834, 5: `auto-generated`, `auto-replied` and later ones. */
const AUTO_SUBMITTED = /^auto-/i;
const AUTOMATIC_PRECEDENCE = /^(?:bulk|junk|auto[-_]?reply)$/i;
const AUTOMATIC_HEADER = /^x-(?:mail-)?auto-?(?:reply|respond|generated)|^x-vacation/;
/** Values of these headers by which programs say that the mail is not automatic. */
const SAYS_NO = /^(?:no|none|false|off|0)?$/i;
/** Exchange also puts it on people's mail, to have no absence notices sent back. */
const AUTOMATIC_BESIDE = 'x-auto-response-suppress';
const RETURNED_FROM = /^[<"]?(?:mailer-daemon|mail-daemon|microsoftexchange[\da-f]{8,})(?:@|[\s">]|$)|^<>$/i;
/** Of automatic mails. */
const RETURNED_SUBJECT =
  /^(?:undeliver|mail delivery (?:failed|failure)|delivery status notification|failure notice|returned mail|(?:mail |message )?non (?:remis|distribu)|échec de (?:la )?(?:remise|distribution)|unzustellbar|no se puede entregar|no entregado|non recapitabile|onbestelbaar|não (?:entregue|é possível entregar)|تعذر التسليم)/i;
const DELAYED_SUBJECT =
  /^(?:warning: |avertissement ?: )?(?:message \S{1,40} delayed|delayed|delivery delayed|delivery status notification \(delay|(?:remise|distribution|message) (?:différée?|retardée?)|verzögert|zustellung verzögert)/i;
const DELIVERY_REPORT = /^message\/(?:global-)?delivery-status$/;
const COMPLAINT = 'message/feedback-report';
const ACTION = /^action:\s{0,9}([a-z]{1,20})/gim;
/** Actions of RFC 3464 after which nothing is left to do. */
const DONE: ReadonlySet<string> = new Set(['delivered', 'relayed', 'expanded']);

function headerOf({ headers }: Email, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value.trim();
}

/** By its header, what a mail is, and whether a single sign says so. Those of mail servers are all `BOUNCE`. */
export function kindOf(mail: Email): { readonly kind: MailKind; readonly doubtful?: true } {
  const header = (name: string) => headerOf(mail, name);
  const type = header('content-type') ?? '';
  const isReport = /^multipart\/report\b/i.test(type);
  if (isReport && !/report-type\s*=\s*"?disposition-notification/i.test(type)) return { kind: 'BOUNCE' };
  const from = mail.from?.address ?? '';
  if ([from, header('from') ?? ''].some((sender) => RETURNED_FROM.test(sender))) return { kind: 'BOUNCE' };
  const subject = (mail.subject ?? '').trim();
  const signs = [
    AUTO_SUBMITTED.test(header('auto-submitted') ?? ''),
    AUTOMATIC_PRECEDENCE.test(header('precedence') ?? ''),
    mail.headers.some(({ key, value }) => AUTOMATIC_HEADER.test(key) && !SAYS_NO.test(value.trim())),
    header('return-path') === '<>',
    isAutomaticSubject(subject),
  ].filter(Boolean).length;
  if (isReport) return { kind: 'AUTOMATIC' };
  if (signs === 0) return { kind: 'ANSWER' };
  // People write as postmaster, too.
  if (/^postmaster@/i.test(from) || RETURNED_SUBJECT.test(subject)) return { kind: 'BOUNCE' };
  const isSure = signs > 1 || header(AUTOMATIC_BESIDE) !== undefined;
  return { kind: 'AUTOMATIC', ...(!isSure && { doubtful: true }) };
}

function isAutomaticSubject(subject: string): boolean {
  const words = subject.toLowerCase().replace(/^\[/, '');
  const begins = AUTOMATIC_SUBJECTS.find((one) => words.startsWith(one));
  return AUTOMATIC_LABEL.test(subject) || (begins !== undefined && !/^\p{L}/u.test(words.slice(begins.length)));
}

/** By its parts, what a mail of a mail server is; undefined for news that need no attention, as of a delivery. */
export function kindOfReport({ subject = '' }: Email, files: readonly MailFile[]): MailKind | undefined {
  const complaint = files.find(({ type }) => type === COMPLAINT);
  if (complaint !== undefined) {
    return /^feedback-type:\s{0,9}not-spam/im.test(complaint.content.toString('latin1')) ? undefined : 'COMPLAINT';
  }
  const report = files
    .filter(({ type }) => DELIVERY_REPORT.test(type))
    .map(({ content }) => content.toString('latin1'));
  const actions = [...report.join('\n').matchAll(ACTION)].map(([, action = '']) => action.toLowerCase());
  if (actions.length === 0) return DELAYED_SUBJECT.test(subject.trim()) ? 'DELAY' : 'BOUNCE';
  if (actions.every((action) => DONE.has(action))) return undefined;
  return actions.every((action) => action === 'delayed' || DONE.has(action)) ? 'DELAY' : 'BOUNCE';
}
