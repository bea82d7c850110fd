/**
 * An SMTP server that stores messages and shows them over HTTP: GET /messages, DELETE /messages. Logging in is
 * optional, with user `volant` and password `volant-tests`. Recipients named `refused…` are refused with a
 * permanent error, those named `later…` with a temporary one: as many times as the number after the name says, or
 * without a number always and once.
 *
 * Arguments: folder, SMTP port, HTTP port. With SINK_CERTIFICATE and SINK_KEY (PEM files) it offers STARTTLS.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';

interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  readonly secure: boolean;
  readonly user?: string;
  readonly source: string;
}

const LARGEST = 10 * 1024 * 1024;
const [folder = '.', smtpPort, httpPort] = process.argv.slice(2);
const file = path.join(folder, 'inbox.jsonl');
const triesOf = new Map<string, number>();

function refusal(responseCode: number, sentence: string): Error {
  return Object.assign(new Error(sentence), { responseCode });
}

function refusalOf(address: string): Error | null {
  const [, name, number] = /^(refused|later)(\d*)/.exec(address) ?? [];
  if (name === undefined) return null;
  const tries = (triesOf.get(address) ?? 0) + 1;
  triesOf.set(address, tries);
  if (name === 'later') return tries <= Number(number || 1) ? refusal(451, 'Try again later') : null;
  return tries <= Number(number || Infinity) ? refusal(550, 'No such user here') : null;
}

const { SINK_CERTIFICATE: certificate, SINK_KEY: key } = process.env;
const tls =
  certificate === undefined || key === undefined
    ? { disabledCommands: ['STARTTLS'] }
    : { cert: readFileSync(certificate), key: readFileSync(key) };

const server = new SMTPServer({
  ...tls,
  authOptional: true,
  allowInsecureAuth: true,
  disableReverseLookup: true,
  size: LARGEST,
  onAuth({ username, password }, _session, done) {
    if (username === 'volant' && password === 'volant-tests') done(null, { user: username });
    else done(refusal(535, 'Wrong user name or password'));
  },
  onRcptTo({ address }, _session, done) {
    done(refusalOf(address));
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      if (stream.sizeExceeded) return done(refusal(552, 'Too large'));
      const { mailFrom, rcptTo } = session.envelope;
      const delivered: Delivered = {
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        secure: session.secure,
        ...(typeof session.user === 'string' ? { user: session.user } : {}),
        source: Buffer.concat(chunks).toString(),
      };
      appendFileSync(file, `${JSON.stringify(delivered)}\n`);
      done();
    });
  },
});
server.on('error', (error) => console.error(error.message));
server.listen(Number(smtpPort), '127.0.0.1');

createServer((request, response) => {
  if (request.method === 'DELETE') rmSync(file, { force: true });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  response.setHeader('content-type', 'application/json');
  response.end(`[${lines.filter((line) => line !== '').join(',')}]`);
}).listen(Number(httpPort), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
