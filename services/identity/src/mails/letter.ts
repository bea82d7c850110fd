import type { Language } from '@volant/infra/errors/domain-error';

/**
 * Content of a message, before it is laid out as text and as HTML. It contains no text typed by users, not even the
 * account's name: an attacker may have put bait into the name, and the letter comes from us. The one exception is the
 * e-mail address of an account that requests another one (`confirmEmailLetter`).
 */
export interface Letter {
  readonly language: Language;
  readonly subject: string;
  readonly greeting: string;
  /** Paragraphs before the button. */
  readonly opening: readonly string[];
  readonly button?: { readonly label: string; readonly address: string };
  /** Paragraphs after the button. */
  readonly closing: readonly string[];
}

export interface LaidOut {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const PRODUCT = 'Volant';
const FOOTER: Readonly<Record<Language, string>> = {
  fr: 'Ce message vous est envoyé automatiquement par Volant.',
  en: 'This message was sent to you automatically by Volant.',
};
const FALLBACK: Readonly<Record<Language, string>> = {
  fr: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u00a0:',
  en: 'If the button does not work, copy this address into your browser:',
};

/** Lays a letter out as plain text and as HTML, which loads no remote content. */
export function layOut(letter: Letter): LaidOut {
  return { subject: letter.subject, text: asText(letter), html: asHtml(letter) };
}

function asText({ language, greeting, opening, button, closing }: Letter): string {
  const link = button === undefined ? [] : [`${button.label}${language === 'fr' ? '\u00a0:' : ':'}\n${button.address}`];
  return `${[greeting, ...opening, ...link, ...closing, `-- \n${FOOTER[language]}`].join('\n\n')}\n`;
}

/** Styles are inline, because mail clients drop all others. */
function asHtml({ language, subject, greeting, opening, button, closing }: Letter): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${escapeHtml(text)}</p>`;
  const small = 'margin:0 0 16px;font-size:13px;line-height:1.5;color:#52525b';
  const link =
    button === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(button.address)}" style="display:inline-block;padding:14px 24px;border-radius:10px;background:#18181b;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p style="${small}">${escapeHtml(FALLBACK[language])}<br><a href="${escapeHtml(button.address)}" style="color:#1d4ed8;word-break:break-all">${escapeHtml(button.address)}</a></p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f4f5;color:#18181b;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px 24px;border-radius:16px;background:#ffffff">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">${PRODUCT}</p>
${paragraph(greeting)}
${opening.map(paragraph).join('\n')}
${link}
${closing.map(paragraph).join('\n')}
</div>
<p style="max-width:520px;margin:16px auto 0;text-align:center;font-size:12px;color:#52525b">${escapeHtml(FOOTER[language])}</p>
</body>
</html>
`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
