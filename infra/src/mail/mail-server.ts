import { isIP } from 'node:net';

export interface MailServerSettings {
  /** The protocol with an s at its end speaks TLS from the first byte. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** Certificate of the authority that signed the server's, in PEM form. */
  readonly ca?: string;
}

/**
 * Address, login and TLS of a mail server. With a password or a certificate, TLS with a trusted certificate is required;
 * a password for a server on this machine may be sent without TLS. With neither, TLS is used if it is offered, with any
 * certificate, as for a mail catcher.
 */
export function mailServerOf({ url, username, password, ca }: MailServerSettings) {
  const parsed = new URL(url);
  const hostname = parsed.hostname.replace(/^\[|\]$/g, '');
  const user = username ?? (decodeURIComponent(parsed.username) || undefined);
  const secure = parsed.protocol.endsWith('s:');
  const secret = user !== undefined && !isThisMachine(hostname);
  const trusted = secure || secret || ca !== undefined;
  return {
    /** As shown to operators. */
    place: parsed.host,
    hostname,
    port: Number(parsed.port) || undefined,
    secure,
    /** TLS has to be used. */
    trusted,
    auth: user === undefined ? undefined : { user, pass: password ?? decodeURIComponent(parsed.password) },
    tls: {
      rejectUnauthorized: trusted,
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
      ...(ca === undefined ? {} : { ca }),
    },
  };
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '::1' || hostname.startsWith('127.');
}
