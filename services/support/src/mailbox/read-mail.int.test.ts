import { readFile } from 'node:fs/promises';
import { LARGEST_MAIL } from '@volant/infra/mail/mailbox';
import { describe, expect, it } from 'vitest';
import corpus from './corpus/mails.json' with { type: 'json' };
import { readMail } from './read-mail.ts';
import { createReplyAddresses } from './reply-address.ts';

const AT = '2026-12-01T10:00:00.000Z';
const MESSAGE = '01935c00-0000-7000-8000-0000000000aa';
const MAILBOX = 'support@volant.example';
const addresses = createReplyAddresses(MAILBOX, 'secret');
const elsewhere = createReplyAddresses(MAILBOX, 'another secret');

async function source(name: string, to: string): Promise<Buffer> {
  const text = await readFile(new URL(`./corpus/${name}.eml`, import.meta.url), 'utf8');
  const lines = text.replaceAll('{TO}', to).replaceAll('{MAILBOX}', MAILBOX).replaceAll('\n', '\r\n');
  return Buffer.from(lines);
}

describe.each(Object.entries(corpus))('the mail %s', (name, { kind, body, attachments, quoted }) => {
  it('joins its thread as what it is, without the text that it quotes', async () => {
    const mail = await readMail(await source(name, addresses.addressOf(MESSAGE)), addresses, AT);
    expect(mail?.messageId).toBe(MESSAGE);
    const { data } = mail ?? {};
    expect({ kind: data?.kind, body: data?.body, attachments: data?.attachments, quoted: data?.quoted !== '' }).toEqual(
      {
        ...{ kind, body, attachments, quoted },
      },
    );
  });

  it('joins none with an address that is signed by somebody else', async () => {
    const mail = await readMail(await source(name, elsewhere.addressOf(MESSAGE)), addresses, AT);
    expect(mail).toBeUndefined();
  });
});

describe('a mail', () => {
  const to = addresses.addressOf(MESSAGE);
  const read = (text: string) => readMail(Buffer.from(text), addresses, AT);

  it('has the same id each time it is read, different from other mails', async () => {
    const ids = await Promise.all(
      ['a', 'a', 'b'].map(async (id) => (await read(`To: ${to}\r\nMessage-ID: <${id}@x.example>\r\n\r\nx`))?.data?.id),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  it('is read up to its limits', async () => {
    const long = await read(`To: ${to}\r\n\r\n${'é'.repeat(LARGEST_MAIL)}`);
    expect(long?.data?.body).toHaveLength(10_000);
    const files = `--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment\r\n\r\n${'x'.repeat(LARGEST_MAIL)}`;
    const type = 'Content-Type: multipart/mixed; boundary=b';
    const large = await read(`To: ${to}\r\n${type}\r\n\r\n--b\r\n\r\nThe text.\r\n${files}\r\n--b--`);
    expect(large?.data).toMatchObject({ body: 'The text.', attachments: 1 });
  });

  it('is read up to its first 20,000 lines', async () => {
    const long = await read(`To: ${to}\r\n\r\nFirst${'\n'.repeat(20_000)}last`);
    expect(long?.data?.body).toBe('First');
  });

  it('is read up to its first 100 parts', async () => {
    const parts = Array.from({ length: 101 }, (_, at) => `--b\r\n\r\nPart ${at + 1}.\r\n`).join('');
    const many = await read(`To: ${to}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--`);
    expect(many?.data?.body.split('\n').filter((line) => line !== '')).toHaveLength(100);
  });

  it('is read beyond its header only if it belongs to a message', async () => {
    const nested = Array.from(
      { length: 30 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    await expect(read(`To: ${to}\r\n${nested.join('')}`)).rejects.toThrow('nesting');
    expect(await read(`To: somebody@x.example\r\n${nested.join('')}`)).toBeUndefined();
  });

  it('with a zero byte among its words keeps them', async () => {
    expect((await read(`To: ${to}\r\n\r\nH\0ello, caf\u00e9`))?.data?.body).toBe('Hello, café');
  });

  it.each([
    ['Windows-1252 without a charset', 'text/plain', 'Déjà reçu', 'latin1'],
    ['Windows-1252 that says UTF-8', 'text/plain; charset=utf-8', 'Déjà reçu', 'latin1'],
    ['UTF-8 that says ISO-8859-1', 'text/plain; charset=iso-8859-1', 'Déjà reçu', 'utf8'],
    ['UTF-8 that says US-ASCII', 'text/plain; charset=us-ascii', 'Déjà reçu', 'utf8'],
    ['UTF-8 of an unknown charset', 'text/plain; charset=unknown-8bit', 'Déjà reçu', 'utf8'],
    ['UTF-8 without a charset', 'text/plain', 'Déjà reçu', 'utf8'],
    ['ISO-8859-1 as it says', 'text/plain; charset=iso-8859-1', 'CAFÉ\u00a0: Ã©, été', 'latin1'],
    ['HTML in Windows-1252', 'text/html', '<p>Déjà reçu</p>', 'latin1'],
    ['HTML that says ISO-8859-1', 'text/html; charset=iso-8859-1', '<p>Déjà reçu</p>', 'utf8'],
  ] as const)('in %s is readable', async (_, type, text, encoding) => {
    const head = Buffer.from(`To: ${to}\r\nContent-Type: ${type}\r\n\r\n`);
    const mail = await readMail(Buffer.concat([head, Buffer.from(text, encoding)]), addresses, AT);
    expect(mail?.data?.body).toBe(text.replace(/<.*?>/g, ''));
  });

  const signs = 'C’est déjà 5 €…';
  const bytes = {
    windows: Buffer.from('C\x92est d\xe9j\xe0 5 \x80\x85', 'latin1'),
    little: Buffer.from(signs, 'utf16le'),
    big: Buffer.from(signs, 'utf16le').swap16(),
    utf8: Buffer.from(signs),
  };

  it.each([
    ['cp850', '44826a85', 'Déjà'],
    ['koi8-r', 'f0d2c9d7c5d4', 'Привет'],
  ])('that says %s has its letters', async (charset, text, body) => {
    const head = `To: ${to}\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n`;
    const mail = await readMail(Buffer.concat([Buffer.from(head), Buffer.from(text, 'hex')]), addresses, AT);
    expect(mail?.data?.body).toBe(body);
  });

  it.each([
    ['windows-1252', bytes.windows],
    ['iso-8859-1', bytes.windows],
    ['utf-8', bytes.windows],
    ['utf-16', Buffer.concat([Buffer.from([0xff, 0xfe]), bytes.little])],
    ['utf-16', Buffer.concat([Buffer.from([0xfe, 0xff]), bytes.big])],
    ['utf-16le', bytes.little],
    ['utf-16be', bytes.big],
    ['utf-16', bytes.big],
    ['utf-16', bytes.utf8],
    ['utf-16', bytes.windows],
    ['utf-32', bytes.utf8],
    ['', Buffer.concat([Buffer.from([0xff, 0xfe]), bytes.little])],
    ['', bytes.big],
    ['utf-8-sig', bytes.utf8],
  ])('that says %s has its signs (%#)', async (charset, text) => {
    const label = charset && `; charset="${charset}"`;
    const head = `To: ${to}\r\nContent-Type: text/plain${label}\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
    expect((await read(head + text.toString('base64')))?.data?.body).toBe(signs);
  });

  it.each([
    ['followed by a footer', `${bytes.utf8.toString('base64')}\r\n______\r\nThe list\r\nList\r\n`, signs],
    [
      'padded and followed by a word',
      `${Buffer.from('Yes').toString('base64')}\r\n${Buffer.from('No').toString('base64')}\r\nList`,
      'YesNo',
    ],
    ['that is plain text', signs, signs],
    ['without a text', '', ''],
    ['in words', 'Bonjour tout le monde', 'Bonjour tout le monde'],
  ])('in base64 %s has its text', async (_, text, body) => {
    const head = `To: ${to}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n`;
    const other = '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nBye\r\n--b--';
    const mail = await read(`${head}Content-Transfer-Encoding: base64\r\n\r\n${text}\r\n${other}`);
    expect(mail?.data?.body.replace('\n\n', '\n')).toBe(`${body}\nBye`.trim());
  });

  it.each([
    ['<p>Hello</p><!--[if mso]><p>a > b</p><![endif]--><p>Bye</p>', 'Hello\nBye'],
    ['<!--[if !mso]><!-->Hello<!--<![endif]-->', 'Hello'],
    ['Hello <!-- no end', 'Hello'],
    ['<p title="a > b">Hello</p>', 'Hello'],
    ['<p>5 < 6, and 7 > 6</p>', '5 < 6, and 7 > 6'],
    ['<table><tr><td>Name</td><td>Sam</td></tr><tr><td>Card</td><td>7</td></tr></table>', 'Name Sam\nCard 7'],
    ['<h4>Title</h4>One<section>Two</section>', 'Title\nOne\nTwo'],
    ['<pre>One\n  Two\nThree</pre>', 'One\n  Two\nThree'],
    ['<html><head><title>x</title><body>Hello', 'Hello'],
    ['<div>One</div><div><br></div><div>Two</div>', 'One\n\nTwo'],
    [
      '<meta charset=utf-8><p>Thanks <img alt="😊" src="x"><img src=\'x\' alt=\'👍🏽\'> <img alt="logo.png"></p>',
      'Thanks 😊👍🏽',
    ],
  ])('with the HTML %s has its text', async (html, body) => {
    expect((await read(`To: ${to}\r\nContent-Type: text/html\r\n\r\n${html}`))?.data?.body).toBe(body);
  });

  it.each([
    ['alternative', '\u00a0\u200b', 'Hello'],
    ['mixed', 'Footer of the list', 'Hello\nFooter of the list'],
  ])('of HTML in a multipart/%s beside the text %j has both without styles', async (kind, text, body) => {
    const html = 'Content-Type: text/html\r\n\r\n<style>p{margin:0}</style><p>Hello</p>\r\n';
    const plain = `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`;
    const [first, second] = kind === 'mixed' ? [html, plain] : [plain, html];
    const type = `Content-Type: multipart/${kind}; boundary=b`;
    const mail = await read(`To: ${to}\r\n${type}\r\n\r\n--b\r\n${first}--b\r\n${second}--b--`);
    expect(mail?.data?.body).toBe(body);
  });

  it.each([
    'Am Di., 1. Dez. 2026 um 09:12 Uhr schrieb Volant <s@v.example>:',
    'El mar, 1 dic 2026 a las 9:12, Volant (<s@v.example>) escribió:',
    'Il giorno mar 1 dic 2026 alle ore 09:12 Volant <s@v.example> ha scritto:',
    'Volant <s@v.example> escreveu no dia terça, 1/12/2026 à(s) 09:12:',
    'No dia 01/12/2026, às 09:12, Volant <s@v.example> escreveu:',
    'Op 1 dec 2026, om 09:12 heeft Volant <s@v.example> het volgende geschreven:',
    'في الثلاثاء، 1 ديسمبر 2026 في 9:12 ص تمت كتابة ما يلي بواسطة Volant <s@v.example>:',
    'في ١ ديسمبر ٢٠٢٦، الساعة ٩:١٢ ص، كتب Volant <s@v.example>:',
    'Von: Volant <s@v.example>\nDatum: Dienstag, 1. Dezember 2026 um 09:12\nAn: c@x.example\nBetreff: AW: x',
    'Gesendet: Dienstag, 01. Dezember 2026 um 09:12 Uhr\nVon: "Volant" <s@v.example>\nAn: c@x.example',
    'De: Volant <s@v.example>\nEnviado el: martes, 1 de diciembre de 2026 9:12\nPara: c@x.example\nAsunto: RE: x',
    'De: Volant <s@v.example>\nEnviada: terça-feira, 1 de dezembro\nPara: c@x.example\nAssunto: RE: x',
    'Da: Volant <s@v.example>\nInviato: martedì 1 dicembre 2026 09:12\nA: c@x.example\nOggetto: R: x',
    'Van: Volant <s@v.example>\nVerzonden: dinsdag 1 december 2026 09:12\nAan: c@x.example\nOnderwerp: RE: x',
    'من: Volant <s@v.example>\nتم الإرسال: الثلاثاء، 1 ديسمبر 2026 09:12\nإلى: c@x.example\nالموضوع: رد: x',
    '-----Mensaje original-----',
    '-----Messaggio originale-----',
    '-----Mensagem original-----',
    '-----Oorspronkelijk bericht-----',
    'Volant <s@v.example> escreveu (terça, 1/12/2026 à(s) 09:12):',
    'في ١ ديسمبر ٢٠٢٦، الساعة ٩:١٢ ص، كتب/كتبت Volant <s@v.example>:',
    'Às 09:12 de 01/12/2026, Volant escreveu:',
    'Am Dienstag, 1. Dezember 2026 um 09:12:00 MEZ hat Volant <s@v.example> Folgendes geschrieben:',
    'En martes, 1 de diciembre de 2026, 9:12:00 CET, Volant <s@v.example> escribió:',
    'Volant a écrit le 01/12/2026 à 09:12 :',
    'Volant <s@v.example> schrieb am Di., 1. Dez. 2026,\n09:12:',
    'Volant <s@v.example> schreef op di 1 dec. 2026 om 09:12:',
    '1 déc. 2026, 09:12 de s@v.example :',
    'Dec 1, 2026, 09:12 by s@v.example:',
    '---- On Tue, 01 Dec 2026 09:12:33 +0100 Volant <s@v.example> wrote ----',
    'Dnia 1 grudnia 2026 09:12 Volant <s@v.example> napisał(a):',
    '2026年12月1日(火) 9:12 Volant <s@v.example>:',
    'Begin forwarded message:\n\nFrom: Volant <s@v.example>',
    'Début du message réexpédié :\n\nDe: Volant <s@v.example>',
    '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐',
    '-------- Courriel original --------\nObjet: x',
    '-------- Weitergeleitete Nachricht --------\nBetreff: x',
    '-------- Mensaje reenviado --------\nAsunto: x',
    '-------- Messaggio Inoltrato --------\nOggetto: x\nMittente: Volant <s@v.example>',
    '-------- Doorgestuurd bericht --------\nOnderwerp: x',
    '-------- Mensagem reencaminhada --------\nAssunto: x',
  ])('has its text apart from what follows %j', async (attribution) => {
    const mail = await read(`To: ${to}\r\n\r\nThanks.\n\n${attribution}\n\nWhich card?`);
    expect(mail?.data).toMatchObject({ body: 'Thanks.', quoted: `${attribution}\n\nWhich card?` });
  });

  it.each([
    '------- Original Message -------\nOn Tuesday, December 1st, 2026 at 9:12 AM, Volant <s@v.example> wrote:',
    'Quoting Volant <s@v.example>:',
    'Zitat von Volant <s@v.example>:',
    'Volant <s@v.example> a écrit :',
  ])('has its text apart from quoted lines below %j', async (attribution) => {
    const mail = await read(`To: ${to}\r\n\r\n${attribution}\n\n> Which card?\n\nThanks.`);
    expect(mail?.data?.body).toBe('Thanks.');
  });

  const automatic = [
    'X-Autogenerated: Reply',
    'X-Mail-Autoreply: yes',
    'X-AutoReply-From: c@x.example',
    'X-Vacation: yes',
  ];
  const absent = [
    ...['Automatische Antwort: x', 'Abwesenheitsnotiz', 'Respuesta automática: x', 'Risposta automatica: x'],
    ...['Resposta automática: x', 'Automatisch antwoord: x', 'رد تلقائي: x', 'خارج المكتب', '[Réponse automatique] x'],
    ...['Fuera de la oficina: x', 'Fuori ufficio: x', 'Ausente: x', 'Abwesend : x', 'AUTO: x', 'Out-of-office: x'],
  ].map((subject) => `Subject: ${subject}`);
  const own = [
    ...[
      'Automobile',
      'AUTO ECOLE : carte',
      'Ausente de la página mi foto',
      'Abwesend war ich',
      'Re: Automatic reply: x',
    ],
    ...['Undelivered card', 'Non remis'],
  ].map((subject) => `Subject: ${subject}`);
  const returned = [
    ...['From: MAILER-DAEMON (Mail Delivery System)', 'From: <>', 'From: mailer-daemon'],
    'From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@x.example>\r\nAuto-Submitted: auto-replied',
    ...['Undeliverable: x', 'Mail delivery failed: returning message', 'Non remis : x', 'Unzustellbar: x'].map(
      (subject) => `Subject: ${subject}\r\nReturn-Path: <>`,
    ),
  ];
  it.each([
    ...automatic.map((head) => [head, 'AUTOMATIC']),
    ...absent.map((head) => [head, 'AUTOMATIC']),
    ['Content-Type: multipart/report;\r\n report-type = disposition-notification; boundary=b', 'AUTOMATIC'],
    ...own.map((head) => [head, 'ANSWER']),
    ...returned.map((head) => [head, 'BOUNCE']),
  ])('with %j is of the kind %s', async (head, kind) => {
    const text = Buffer.from(`${head}\r\nTo: ${to}\r\nAutocrypt: addr=c@x.example\r\n\r\nHello`);
    expect((await readMail(text, addresses, AT))?.data?.kind).toBe(kind);
  });

  const neither = [
    ...['X-Auto-Response-Suppress: All', 'X-Auto-Response-Suppress: DR, OOF, AutoReply', 'X-Autoreply: no'],
    ...['X-Autoresponder:', 'X-Autorespond: 0', 'X-Autoreply: false', 'X-Vacation: off', 'X-Autogenerated: none'],
    ...['Auto-Submitted:', 'Auto-Submitted: ', 'Auto-Submitted: no', 'Auto-Submitted: No (a comment)'],
    ...['Auto-Submitted: false', 'Precedence:', 'Precedence: list', 'Precedence: normal'],
  ];
  it.each(neither)('with %j, which says nothing of a program, is an answer', async (head) => {
    expect((await read(`${head}\r\nTo: ${to}\r\n\r\nHello`))?.data).toMatchObject({ kind: 'ANSWER' });
  });

  const automaticSigns = [
    'Auto-Submitted: auto-replied',
    'auto-submitted: Auto-Generated; type=reply',
    ...['Precedence: bulk', 'X-Autoreply: yes', 'X-Autorespond: out of office', 'Return-Path: <>'],
    'Subject: Automatic reply: x',
  ];
  it.each(automaticSigns)('with %j alone may be of a person', async (head) => {
    const alone = (await read(`${head}\r\nTo: ${to}\r\n\r\nHello`))?.data;
    expect(alone).toMatchObject({ kind: 'AUTOMATIC', doubtful: true });
    for (const other of automaticSigns.filter(
      (sign) => sign.slice(0, 8).toLowerCase() !== head.slice(0, 8).toLowerCase(),
    )) {
      const both = (await read(`${head}\r\n${other}\r\nTo: ${to}\r\n\r\nHello`))?.data;
      expect(both).toMatchObject({ kind: 'AUTOMATIC' });
      expect(both).not.toHaveProperty('doubtful');
    }
  });

  it.each([
    [['failed'], 'BOUNCE'],
    [['Failed (a comment)'], 'BOUNCE'],
    [['delayed'], 'DELAY'],
    [['delayed', 'failed'], 'BOUNCE'],
    [['delivered', 'delayed'], 'DELAY'],
    [['delivered'], undefined],
    [['relayed'], undefined],
    [['expanded', 'delivered'], undefined],
    [[], 'BOUNCE'],
    [['unknown'], 'BOUNCE'],
  ])('that reports the actions %j is of the kind %s', async (actions, kind) => {
    const type = 'multipart/report; report-type=delivery-status; boundary=b';
    const fields = actions.map(
      (action) => `Final-Recipient: rfc822; a@x.example\r\nAction: ${action}\r\nStatus: 4.0.0`,
    );
    const status = ['Reporting-MTA: dns; x.example', ...fields].join('\r\n\r\n');
    const parts = `--b\r\n\r\nNews\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${status}\r\n--b--`;
    const mail = await read(`From: mailer-daemon@x.example\r\nTo: ${to}\r\nContent-Type: ${type}\r\n\r\n${parts}`);
    expect(mail?.messageId).toBe(MESSAGE);
    expect(mail?.data?.kind).toBe(kind);
  });

  it.each([
    ['Warning: message 1abc delayed 24 hours', 'DELAY'],
    ['Delayed Mail (still being retried)', 'DELAY'],
    ['Delivery Status Notification (Delay)', 'DELAY'],
    ['Remise différée : Carte', 'DELAY'],
    ['Undeliverable: the delayed card', 'BOUNCE'],
  ])('of a mail server without a report, with the subject %j, is of the kind %s', async (subject, kind) => {
    const text = Buffer.from(`From: mailer-daemon@x.example\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\nNews`);
    expect((await readMail(text, addresses, AT))?.data?.kind).toBe(kind);
  });

  it.each([
    ['abuse', 'COMPLAINT'],
    ['fraud', 'COMPLAINT'],
    ['not-spam', undefined],
  ])('of a provider about %s is of the kind %s', async (type, kind) => {
    const report = `Feedback-Type: ${type}\r\nUser-Agent: x/1\r\nVersion: 1`;
    const parts = `--b\r\n\r\nA complaint\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\n${report}\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nReply-To: ${to}\r\n\r\nx\r\n--b--`;
    const head = 'Content-Type: multipart/report; report-type=feedback-report; boundary=b';
    const mail = await read(`From: abuse@x.example\r\nTo: ${MAILBOX}\r\n${head}\r\n\r\n${parts}`);
    expect(mail?.messageId).toBe(MESSAGE);
    expect(mail?.data?.kind).toBe(kind);
  });

  it.each([
    ['another text', 'Hello again', ''],
    ['another file', 'Hello', 'other bytes'],
  ])('with the Message-ID of another and %s is a mail of its own', async (_, text, file) => {
    const mail = (body: string, bytes: string, path = '') =>
      `${path}To: ${to}\r\nMessage-ID: <a@x.example>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${body}\r\n--b\r\nContent-Type: image/png\r\n\r\n${bytes}\r\n--b--`;
    const [first, again, other] = await Promise.all(
      [mail('Hello', 'bytes'), mail('Hello', 'bytes', 'Received: from y.example\r\n'), mail(text, file || 'bytes')].map(
        read,
      ),
    );
    expect(again?.data?.id).toBe(first?.data?.id);
    expect(other?.data?.id).not.toBe(first?.data?.id);
  });

  it.each([
    ['a reaction of Gmail', 'text/vnd.google.email-reaction+json; charset="UTF-8"', ''],
    [
      'an invitation of Google',
      'application/ics; name="invite.ics"',
      'attachment; filename="invite.ics"',
      'BEGIN:VCALENDAR\r\nMETHOD:REQUEST',
    ],
    ['a signature without its type', 'application/octet-stream; name="smime.p7s"', 'attachment; filename="smime.p7s"'],
    ['an OpenPGP signature without its type', 'application/octet-stream', 'attachment; filename="signature.asc"'],
    [
      'an OpenPGP key without its type',
      'application/octet-stream',
      'attachment; filename="OpenPGP_0xABCDEF0123456789.asc"',
    ],
    ['the fork of a Mac file', 'application/applefile; name="photo.jpg"', 'attachment; filename="photo.jpg"'],
    ['the fork of a Mac file without its type', 'application/octet-stream', 'attachment; filename="._photo.jpg"'],
    [
      'a deleted file of Thunderbird',
      'text/x-moz-deleted; name="Deleted: photo.jpg"',
      'inline; filename="Deleted: photo.jpg"',
    ],
    [
      'a file stored elsewhere by Thunderbird',
      'text/plain',
      'attachment; filename="Deleted: photo.jpg"\r\nX-Mozilla-Altered: AttachmentDeleted; date="x"',
    ],
    ['the table of contents of Outlook', 'application/octet-stream', 'attachment; filename="WINMAIL.DAT"'],
    ['another form of the text', 'text/watch-html', ''],
    ['another form of the text of any type', 'application/x-any', 'inline'],
  ])('with %s has no file', async (_, type, disposition, content = 'x') => {
    const isForm = type.includes('watch') || type.includes('any') || type.includes('reaction');
    const head = `Content-Type: multipart/${isForm ? 'alternative' : 'mixed'}; boundary=b`;
    const header = `Content-Type: ${type}${disposition === '' ? '' : `\r\nContent-Disposition: ${disposition}`}`;
    const mail = await read(
      `To: ${to}\r\n${head}\r\n\r\n--b\r\n\r\nHello\r\n--b\r\n${header}\r\n\r\n${content}\r\n--b--`,
    );
    expect(mail?.data).toMatchObject({ body: 'Hello', attachments: 0 });
  });

  it.each([
    ['image/png', 'inline; filename="photo.png"'],
    ['text/calendar', 'attachment; filename="horaires.ics"'],
    ['application/octet-stream', 'attachment; filename="contrat.p7m"'],
    ['application/octet-stream', 'attachment; filename="notes.asc"'],
    ['text/plain', 'attachment; filename="Deleted scenes.txt"'],
    ['application/ics', 'attachment; filename="planning.ics"'],
  ])('with a person’s own file of the type %s and %s has a file', async (type, disposition) => {
    const part = `--b\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\n\r\nx\r\n--b--`;
    const mail = await read(
      `To: ${to}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n${part}`,
    );
    expect(mail?.data).toMatchObject({ attachments: 1 });
  });

  it.each([
    'De : Lyon Part-Dieu\nÀ : Paris\nDate : 12 mai\nObjet : changement d’adresse\nMerci',
    'De : 12 rue X\nÀ : gare\nDate : 12/05/2026 à 14:30\nObjet : course',
    'De : jean@exemple.fr\nÀ : moi\nDate : hier\nObjet : un faux message',
    'Objet : perte de carte\nDate : 12/05/2026 14:30\nDe : Karim',
    'From: Lyon\nTo: Paris\nDate: 12 May 2026\nSubject: a ride',
    'Von: Berlin\nAn: Hamburg\nDatum: 12.05.2026 14:30\nBetreff: Fahrt',
    'Date : 12 mai 2026 14:30\nDe : Lyon\nÀ : Paris\nObjet : trajet',
  ])('keeps a list that a person begins like a header: %j', async (list) => {
    const text = `Bonjour,\n\n${list}\n\nMerci`;
    const head = `To: ${to}\r\nSubject: Re: Carte perdue\r\nContent-Type: text/plain; charset=utf-8`;
    expect((await read(`${head}\r\n\r\n${text}`))?.data).toMatchObject({ body: text, quoted: '' });
  });

  it.each([
    'De : Camille Martin\nEnvoyé : mardi 1 décembre 2026 09:12\nÀ : Support\nObjet : Re: Carte perdue',
    'From: Camille Martin\nSent: Tuesday, December 1, 2026 9:12 AM\nTo: Support\nSubject: RE: Carte perdue',
    'De : Camille <c@x.example>\nDate : 1 décembre 2026 à 09:12:33 UTC+1\nÀ : s@v.example\nObjet : Autre chose',
    'De : c@x.example\nEnvoyé : mardi 1 décembre 2026 09:12\nÀ : Support\nObjet : Autre chose',
    'De : Camille\nDate : mar. 1 déc. 2026 à 09:12\nÀ : Support\nObjet : TR : Carte perdue',
  ])('has its text apart from the header %j', async (header) => {
    const head = `To: ${to}\r\nSubject: Re: Carte perdue\r\nContent-Type: text/plain; charset=utf-8`;
    const mail = await read(`${head}\r\n\r\nMerci.\n\n${header}\n\nBonjour`);
    expect(mail?.data).toMatchObject({ body: 'Merci.', quoted: `${header}\n\nBonjour` });
  });

  const copy = `From: ${MAILBOX}\r\nReply-To:\r\n ${to}\r\nSubject: x\r\n\r\nHello`;
  it.each([
    ['message/rfc822', copy],
    ['text/rfc822-headers', copy],
    ['message/rfc822\r\nContent-Transfer-Encoding: base64', Buffer.from(copy).toString('base64')],
  ])('returned as %j joins its thread', async (type, text) => {
    const head = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n';
    const mail = await read(
      `From: p@x.example\r\nTo: ${MAILBOX}\r\n${head}--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n--b--`,
    );
    expect(mail).toMatchObject({ messageId: MESSAGE, data: { kind: 'BOUNCE' } });
  });

  it.each([
    ['Hello', 'message/rfc822', 'Hello', 1],
    ['', 'message/rfc822', '', 1],
    ['', 'text/calendar; method=REQUEST', '', 1],
    ['', 'application/ms-tnef; name=winmail.dat', '', 1],
    ['Hello', 'text/x-amp-html', 'Hello', 0],
    ['', 'application/pgp-encrypted', '', 1],
  ] as const)(
    'with the text %j and the part %s says %j and the number of its files',
    async (text, type, body, attachments) => {
      const parts = `--b\r\n\r\n${text}\r\n--b\r\nContent-Type: ${type}\r\n\r\nx\r\n--b--`;
      const mail = await read(`To: ${to}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}`);
      expect(mail?.data).toMatchObject({ body, attachments });
    },
  );

  it('that is only pictures has them as files', async () => {
    const picture = 'Content-Type: image/jpeg\r\nContent-ID: <a>\r\nContent-Disposition: inline\r\n\r\nx';
    const html = 'Content-Type: text/html\r\n\r\n<p><img src="cid:a" alt="photo.jpg"></p>';
    const mail = await read(
      `To: ${to}\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n${html}\r\n--b\r\n${picture}\r\n--b--`,
    );
    expect(mail?.data).toMatchObject({ body: '', attachments: 1 });
  });

  it.each([
    ['> Which card?\n> \nThe red one', '', 'The red one'],
    ['> Which card? \n\nThe red one', '', 'The red one'],
    ['> Which =\ncard?=20\n\nThe red one', 'quoted-printable', 'The red one'],
    ['The red one \n> Which card?', '', 'The red one'],
    ['Hello, \n\nthe red \none \n-- \nSam', '', 'Hello,\n\nthe red one\n-- \nSam'],
  ])('of flowed lines keeps words apart from quotations and paragraphs (%#)', async (text, encoding, body) => {
    const type = `Content-Type: text/plain; charset=utf-8;\r\n format="flowed"\r\nContent-Transfer-Encoding: ${encoding}`;
    expect((await read(`To: ${to}\r\n${type}\r\n\r\n${text.replaceAll('\n', '\r\n')}`))?.data?.body).toBe(body);
  });

  it.each([
    'text/calendar; method=REPLY',
    'application/x-pkcs7-signature; name=smime.p7s',
    'application/pgp-keys; name=key.asc',
    'application/octet-stream; name=winmail.dat',
  ])('with the part %s, which its program added, has no file', async (type) => {
    const parts = `--b\r\n\r\nHello\r\n--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment\r\n\r\nx\r\n--b--`;
    const mail = await read(`To: ${to}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}`);
    expect(mail?.data).toMatchObject({ body: 'Hello', attachments: 0 });
  });

  it.each([
    `To: <'${to}'>`,
    `X-Forwarded-To: ${to}`,
    `Apparently-To: ${to}`,
    `To: ${to.replace('+', '%2B')}`,
    `To: ${to}.`,
    `\r\nTo: ${to}`,
  ])('with the recipient written as %j joins its thread', async (head) => {
    expect((await read(`${head}\r\n\r\nHello`))?.data?.body).toBe('Hello');
  });

  it.each([
    'Hello,\nDe : Lyon\nÀ : Paris\nDate : 12 mai',
    'Hello,\nLe client a écrit :\nje suis là',
    '> Which card?\nLe client a écrit :\nje suis là',
    'Le 01/12/2026 à 09:12 j’ai reçu ceci de a@b.fr :\nOops',
    'Error of 2026-12-01 09:12:33 for c@x.example:\nOops',
    'Horaires 2026 :\nLun 08:00-12:00, 14:00-18:00 :\nfermé',
    '--- Important ---\nMa carte',
    '- origine : Lyon\n- arrivée : Paris',
    'Begin with the original card:\nIt is red',
  ])('keeps the words of a person who writes %j', async (text) => {
    const body = text.replace(/^>.*\n/, '');
    expect((await read(`To: ${to}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`))?.data?.body).toBe(body);
  });

  it('of hostile form is refused or read, and never takes its text as an address', async () => {
    await expect(read(`To: ${to}\r\nX: ${'x'.repeat(200_000)}\r\n\r\nx`)).rejects.toThrow();
    expect(await read(`From: a@example.org\r\nSubject: ${to}\r\n\r\nTo: ${to}\r\nReply-To: ${to}`)).toBeUndefined();
    for (const html of [
      '<'.repeat(300_000),
      '<style>'.repeat(40_000),
      '<blockquote>'.repeat(30_000),
      '<b>'.repeat(99_000),
      '&#x110000;',
    ]) {
      expect((await read(`To: ${to}\r\nContent-Type: text/html\r\n\r\nHello ${html}`))?.data?.body).toMatch(
        /^Hello|^> Hello/,
      );
    }
    const lines = await read(`To: ${to}\r\n\r\nHello\r\n${'On \r\n'.repeat(15_000)}`);
    expect(lines?.data?.body.startsWith('Hello')).toBe(true);
  });
});

it('signs addresses that survive a change of case, for every message id', () => {
  for (const id of [MESSAGE, '00000000-0000-5000-8000-000000000001', 'ffffffff-ffff-5fff-bfff-ffffffffffff']) {
    const address = addresses.addressOf(id);
    expect(addresses.messageOf(address.toUpperCase())).toBe(id);
    expect(elsewhere.messageOf(address)).toBeUndefined();
  }
});
