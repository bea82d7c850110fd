import { MAIL_COLORS, mailFrame, mailParagraph } from '@volant/infra/mail/mail-frame';
import { escapeHtml } from '@volant/infra/text/escape-html';
import { catalogues, filled } from '@volant/proto/text/catalogues';
import { type Language, spoken } from '@volant/proto/text/languages';
import type mails from '../texts/mails.fr.json';

const TEXTS = await catalogues<typeof mails>(
  'mails',
  (language) => import(`../texts/mails.${language}.json`, { with: { type: 'json' } }),
);

/**
 * Our messages. They contain no text typed by users, not even the account's name: an attacker may have put bait into
 * the name, and the mail comes from us. Exceptions are the e-mail address of an account that requests another one
 * (`confirmEmail`), so that the reader can tell whether the account is theirs, and the reason that an administrator
 * gives (`deactivated`).
 */
export type MailName = keyof (typeof mails)['letters'];

export interface MailParts {
  readonly name: MailName;
  readonly language: Language;
  /** Address that the button leads to. */
  readonly address: string;
  /** E-mail address of the account, for `confirmEmail`. */
  readonly account?: string;
  /** For `deactivated`. */
  readonly deactivation?: { readonly page: string; readonly reason: string };
  /** Of the receiver, for `webhookGone`. */
  readonly host?: string;
  /** First and last day, for `week`. */
  readonly span?: { readonly from: string; readonly to: string };
  /** Figures between the paragraphs and the button. */
  readonly lines?: readonly MailLine[];
  /** Address of a link below the mail. */
  readonly unsubscribe?: string;
}

export interface MailLine {
  readonly type: keyof (typeof mails)['figures'];
  readonly count: string;
  /** Against the week before: empty if nothing changed, absent if there is nothing to compare with. */
  readonly change?: string | undefined;
}

type Mail = ReturnType<typeof written>;

/** Lays a mail out as plain text and as HTML. */
export function layOut(parts: MailParts) {
  const mail = written(parts);
  return { subject: mail.subject, text: asText(mail), html: asHtml(mail) };
}

function written({ name, language, address, lines = [], unsubscribe, ...given }: MailParts) {
  const { letters, figures, figure, change, unchanged, unsubscribe: label, ...frame } = TEXTS[language];
  const { subject, opening, button, closing } = letters[name];
  return {
    ...frame,
    language: spoken(language, 'mails'),
    address,
    subject,
    opening: opening.map((text) =>
      filled(text, { account: given.account, host: given.host, ...given.deactivation, ...given.span }),
    ),
    lines: lines.map(({ type, count, change: by }) => {
      const compared = by === undefined ? '' : filled(change, { change: by || unchanged });
      return filled(figure, { name: figures[type], count, change: compared });
    }),
    unsubscribe: unsubscribe === undefined ? undefined : { label, address: unsubscribe },
    button,
    closing,
  };
}

function asText({ greeting, opening, lines, button, address, closing, link, footer, unsubscribe }: Mail): string {
  const linked = (label: string, to: string) => `${filled(link, { button: label })}\n${to}`;
  const figures = lines.length === 0 ? [] : [lines.join('\n')];
  const last = unsubscribe === undefined ? [] : [linked(unsubscribe.label, unsubscribe.address)];
  const parts = [greeting, ...opening, ...figures, linked(button, address), ...closing, ...last, footer];
  return `${parts.join('\n\n')}\n`;
}

function asHtml({ language, subject, greeting, opening, button, closing, ...frame }: Mail): string {
  const { accent, paper, soft } = MAIL_COLORS;
  const [address, label] = [frame.address, button].map(escapeHtml);
  const figure = (text: string) =>
    `<p style="margin:0 0 12px;font-size:20px;line-height:1.4;font-weight:700">${escapeHtml(text)}</p>`;
  const link = `<p style="margin:28px 0"><a href="${address}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${accent};color:${paper};font-size:16px;font-weight:700;text-decoration:none">${label}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${soft}">${escapeHtml(frame.copyAddress)}<br><a href="${address}" style="color:${accent};word-break:break-all">${address}</a></p>`;
  const { unsubscribe: last } = frame;
  const farewell =
    last === undefined
      ? ''
      : `<br><a href="${escapeHtml(last.address)}" style="color:${soft}">${escapeHtml(last.label)}</a>`;
  const parts = [mailParagraph(greeting), ...opening.map(mailParagraph), ...frame.lines.map(figure), link];
  return mailFrame({
    language,
    subject,
    content: [...parts, ...closing.map(mailParagraph)].join('\n'),
    footer: escapeHtml(frame.footer) + farewell,
  });
}
