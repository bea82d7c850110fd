import { LANGUAGES, type Language } from '@volant/proto/text/languages';
import { escapeHtml } from '../text/escape-html.ts';

/** Styles of a mail are inline, because mail programs drop all others. */
export const MAIL_COLORS = { ink: '#16150f', soft: '#5c594e', accent: '#0f4c3a', paper: '#faf8f4', line: '#e4dfd4' };
const FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The logo, a steering wheel with V-shaped spokes, drawn with styles because most mail programs load no pictures. */
const LOGO = `<p style="margin:0 0 28px;font-size:22px;line-height:34px;font-weight:800;color:${MAIL_COLORS.accent}"><span aria-hidden="true" style="display:inline-block;width:24px;height:24px;border:4px solid ${MAIL_COLORS.accent};border-radius:50%;font-size:20px;line-height:25px;text-align:center;vertical-align:top">V</span>&nbsp; Volant</p>`;

export function mailParagraph(text: string): string {
  return `<p style="margin:0 0 16px;font-size:16px;line-height:1.5;white-space:pre-line">${escapeHtml(text)}</p>`;
}

interface MailContent {
  readonly language: Language;
  readonly subject: string;
  /** HTML between the logo and the footer. */
  readonly content: string;
  /** HTML below the sheet. */
  readonly footer: string;
}

/** A mail as HTML with the look of the product, which loads nothing. */
export function mailFrame({ language, subject, content, footer }: MailContent): string {
  return `<!doctype html>
<html lang="${language}" dir="${LANGUAGES[language].dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${MAIL_COLORS.paper};color:${MAIL_COLORS.ink};font-family:${FONTS}">
<div style="max-width:520px;margin:0 auto;padding:28px 24px;border:1px solid ${MAIL_COLORS.line};border-top:4px solid ${MAIL_COLORS.accent};border-radius:12px;background:#ffffff">
${LOGO}
${content}
</div>
<p style="max-width:520px;margin:16px auto 0;text-align:center;font-size:13px;line-height:1.5;color:${MAIL_COLORS.soft}">${footer}</p>
</body>
</html>
`;
}
