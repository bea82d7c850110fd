import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Checked } from '../adapters/standing-servers.ts';
import { unavailable } from '../errors/domain-error.ts';
import type { Logger } from '../process/observability/log.ts';
import { composed, type Mail } from './mail.ts';
import { failureOf, isTemporary, openError } from './smtp-errors.ts';

export interface SmtpSettings {
  /** `smtp://host:port`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** Certificate of the authority that signed the server's, in PEM form. */
  readonly ca?: string;
  readonly from: string;
  readonly log: Logger;
}

const RETRY_AFTER_SECONDS = 60;
/** Pauses before the retries; a message that fails them all is refused. */
const PAUSES_MS: readonly number[] = [500, 2_000];
const CONNECT_WITHIN_MS = 3_000;
const CHECK_WITHIN_MS = 1_500;
const ANSWER_WITHIN_MS = 15_000;
const CONNECTIONS = 4;

/**
 * Hands messages to a mail server. Temporary refusals and broken connections are retried twice under the same
 * Message-ID, because the server may already have the message. A message that cannot be handed over fails with
 * UNAVAILABLE.
 *
 * With a password or a certificate, TLS with a trusted certificate is required; a password for a server on this machine
 * may be sent without TLS. With neither, TLS is used if it is offered, with any certificate, as for a mail catcher.
 *
 * @throws SettingError, ServerUnreachable if the server does not accept us
 */
export async function openSmtpMail(settings: SmtpSettings): Promise<Mail & Checked> {
  const { from, log } = settings;
  const { options, host } = optionsOf(settings);
  const transport = createTransport({ ...options, pool: true, maxConnections: CONNECTIONS });

  async function connects(ms: number): Promise<void> {
    const timeouts = { connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms };
    const attempt = createTransport({ ...options, ...timeouts });
    try {
      await attempt.verify();
    } catch (error) {
      throw openError(error, host);
    } finally {
      attempt.close();
    }
  }

  try {
    await connects(CONNECT_WITHIN_MS);
  } catch (error) {
    transport.close();
    throw error;
  }

  return {
    async send(message) {
      const letter = { ...composed({ id: randomUUID(), ...message }, from), date: new Date() };
      for (const pause of [...PAUSES_MS, undefined]) {
        try {
          await transport.sendMail(letter);
          return;
        } catch (cause) {
          const failure = failureOf(cause);
          if (pause === undefined || !isTemporary(failure)) {
            log.warn(failure, 'a message was not handed over');
            throw unavailable(cause, RETRY_AFTER_SECONDS);
          }
          await sleep(pause);
        }
      }
    },

    check: () => connects(CHECK_WITHIN_MS),

    // Messages on the server cannot be recalled.
    forget: async () => {},

    async close() {
      transport.close();
    },
  };
}

function optionsOf({ url, username, password, ca }: SmtpSettings) {
  const parsed = new URL(url);
  const hostname = parsed.hostname.replace(/^\[|\]$/g, '');
  const user = username ?? (decodeURIComponent(parsed.username) || undefined);
  const pass = password ?? decodeURIComponent(parsed.password);
  const secure = parsed.protocol === 'smtps:';
  const secret = user !== undefined && !isThisMachine(hostname);
  const trusted = secure || secret || ca !== undefined;
  const options = {
    host: hostname,
    port: Number(parsed.port || (secure ? 465 : user === undefined ? 25 : 587)),
    secure,
    requireTLS: trusted && !secure,
    ...(user === undefined ? {} : { auth: { user, pass } }),
    tls: {
      rejectUnauthorized: trusted,
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
      ...(ca === undefined ? {} : { ca }),
    },
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return { options, host: parsed.host };
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '::1' || hostname.startsWith('127.');
}
