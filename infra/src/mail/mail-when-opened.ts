import { unavailable } from '../errors/domain-error.ts';
import type { Mail } from './mail.ts';

const RETRY_AFTER_SECONDS = 60;

/** Refuses messages while the mail server has not been reached yet: the mailer keeps them and tries again. */
export function mailWhenOpened(current: () => Mail): Mail {
  return {
    async send(message) {
      let mail: Mail;
      try {
        mail = current();
      } catch (error) {
        throw unavailable(error, RETRY_AFTER_SECONDS);
      }
      await mail.send(message);
    },
    // Messages on a server cannot be recalled.
    async forget() {},
    // Closed with the servers.
    async close() {},
  };
}
