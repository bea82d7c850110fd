import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Checked } from '../adapters/standing-servers.ts';
import { unavailable } from '../errors/domain-error.ts';
import type { Logger } from '../process/observability/log.ts';
import { composed, type Mail } from './mail.ts';
import { type MailServerSettings, mailServerOf } from './mail-server.ts';
import { failureOf, isTemporary, openError } from './smtp-errors.ts';

/** `smtp://host:port`, or `smtps://`. */
export interface SmtpSettings extends MailServerSettings {
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
      const mail = { ...composed({ id: randomUUID(), ...message }, from), date: new Date() };
      for (const pause of [...PAUSES_MS, undefined]) {
        try {
          await transport.sendMail(mail);
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

function optionsOf(settings: SmtpSettings) {
  const { place, hostname, port, secure, trusted, auth, tls } = mailServerOf(settings);
  const options = {
    host: hostname,
    port: port ?? (secure ? 465 : auth === undefined ? 25 : 587),
    secure,
    requireTLS: trusted && !secure,
    ...(auth === undefined ? {} : { auth }),
    tls,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return { options, host: place };
}
