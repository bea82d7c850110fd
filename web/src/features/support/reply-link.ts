/** Characters. Mail programs truncate or reject longer addresses; the important part is at the beginning. */
const MOST_QUOTED = 1_200;

interface Message {
  readonly email: string;
  readonly subject: string;
  readonly body: string;
}

/** A mailto link to the sender: “Re: …”, the message quoted below an empty line. */
export function replyLink({ email, subject, body }: Message): string {
  const cut = body.length > MOST_QUOTED ? `${[...body.slice(0, MOST_QUOTED)].slice(0, -1).join('')}…` : body;
  const quoted = cut
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  const title = /^re\s*:/i.test(subject) ? subject : `Re: ${subject}`;
  const address = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${address}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`\r\n\r\n${quoted}`)}`;
}
