import { createHash } from 'node:crypto';
import { escapeHtml } from '@volant/infra/text/escape-html';
import { catalogues } from '@volant/proto/text/catalogues';
import { LANGUAGES, type Language, languagesWith } from '@volant/proto/text/languages';
import type mailbox from '../texts/mailbox.fr.json';
import type { ReadMail } from './mail-files.ts';

const TEXTS = await catalogues<typeof mailbox>(
  'mailbox',
  (language) => import(`../texts/mailbox.${language}.json`, { with: { type: 'json' } }),
);

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d4d4d8,#3f3f46);--soft:light-dark(#52525b,#a1a1aa);--link:light-dark(#1d4ed8,#93c5fd);--card:light-dark(#fff,#18181b);--ground:light-dark(#f4f4f5,#09090b);--ink:light-dark(#18181b,#f4f4f5)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:46rem;margin:0 auto;padding:1rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;justify-content:space-between}
h1{margin:.5rem 0;font-size:1.375rem;line-height:1.25;overflow-wrap:anywhere}
h2{margin:1.5rem 0 .5rem;font-size:1rem}
p{margin:.25rem 0 1rem;color:var(--soft)}
a{color:var(--link)}
nav a{display:inline-block;padding:.625rem 0;margin-right:1.25rem}
ul{list-style:none;margin:0;padding:0}
li a{display:block;margin-bottom:.5rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);color:inherit;text-decoration:none}
li a:hover strong{text-decoration:underline}
a:focus-visible,iframe:focus-visible{outline:3px solid var(--link);outline-offset:2px}
strong{display:block;overflow-wrap:anywhere}
small{display:flex;flex-wrap:wrap;gap:0 1rem;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
iframe{display:block;width:100%;height:42rem;border:1px solid var(--line);border-radius:.75rem;background:#fff}
pre{margin:0;padding:1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);font:inherit;font-size:.9375rem;white-space:pre-wrap;overflow-wrap:anywhere}
`;

/** Policy of the mailbox pages: only their style sheet and the frame with a message. */
export const MAILBOX_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Policy of a message: only its styles. It runs and loads nothing, and its links open in a new window. */
export const MESSAGE_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

export function listPage(language: Language, mails: readonly ReadMail[]): string {
  const texts = TEXTS[language];
  const items = mails.map(
    (mail) => `<li><a href="${escapeHtml(`/dev/mailbox/${mail.name}?lang=${language}`)}">
<strong>${escapeHtml(mail.subject || texts.noSubject)}</strong>
<small><span>${escapeHtml(mail.to)}</span>${time(language, mail.date)}</small>
</a></li>`,
  );
  const body = mails.length === 0 ? `<p>${texts.empty}</p>` : `<ul>\n${items.join('\n')}\n</ul>`;
  return page(
    language,
    texts.title,
    '/dev/mailbox',
    `<p>${texts.about}</p>
<nav><a href="/dev/mailbox?lang=${language}">${texts.reload}</a></nav>
${body}`,
  );
}

export function mailPage(language: Language, mail: ReadMail): string {
  const texts = TEXTS[language];
  const own = `/dev/mailbox/${mail.name}`;
  const html =
    mail.html === undefined
      ? ''
      : `<h2>${texts.html}</h2>
<iframe title="${texts.html}" src="${escapeHtml(`${own}/html`)}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return page(
    language,
    mail.subject || texts.noSubject,
    own,
    `<nav><a href="/dev/mailbox?lang=${language}">${texts.back}</a></nav>
<dl><dt>${texts.from}</dt><dd>${escapeHtml(mail.from)}</dd><dt>${texts.to}</dt><dd>${escapeHtml(mail.to)}</dd><dt>${texts.date}</dt><dd>${time(language, mail.date)}</dd></dl>
${html}
<h2>${texts.text}</h2>
<pre>${withLinks(mail.text)}</pre>`,
  );
}

/** The HTML part for the frame, with links that open in a new window. */
export function messageDocument(html: string): string {
  const base = '<base target="_blank">';
  // Our mails have this tag without attributes.
  const head = html.indexOf('<head>');
  return head < 0 ? base + html : html.replace('<head>', () => `<head>${base}`);
}

function page(language: Language, title: string, own: string, body: string): string {
  const others = languagesWith('mailbox')
    .filter((other) => other !== language)
    .map((other) => {
      const href = escapeHtml(`${own}?lang=${other}`);
      return `<a href="${href}" lang="${other}" hreflang="${other}">${LANGUAGES[other].name}</a>`;
    });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header><h1>${escapeHtml(title)}</h1>${others.join('\n')}</header>
${body}
</main>
</body>
</html>
`;
}

function time(language: Language, date: string | undefined): string {
  if (date === undefined || Number.isNaN(Date.parse(date))) return '';
  const shown = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(date));
  return `<time datetime="${escapeHtml(date)}">${escapeHtml(shown)}</time>`;
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 0
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part)}" target="_blank" rel="noopener">${escapeHtml(part)}</a>`,
    )
    .join('');
}
