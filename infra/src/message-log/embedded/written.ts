import { unavailable } from '../../errors/domain-error.ts';
import type { Logger } from '../../process/observability/log.ts';

/** Logs a failed write (a full disk, an I/O error) and turns it into UNAVAILABLE; it has stored nothing. */
export async function written<T>(write: Promise<T>, logger: Logger | undefined): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    logger?.error({ err: cause }, 'message log cannot write');
    throw unavailable(cause);
  }
}
