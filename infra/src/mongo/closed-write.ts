import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** The members used here of the driver's connection (7.8.0, a dependency of mongoose). */
interface DriverConnection extends EventEmitter {
  /** Reason of the close. */
  readonly error: Error | null;
  writeCommand(command: unknown, options: unknown): Promise<void>;
}

/**
 * Patches the driver so that a command fails if it is written to a connection that is closing (ADR 42). The driver
 * waits forever, without any timeout, for a closed socket to accept more data. If that happens to its server check, the
 * process cannot find MongoDB again until it restarts.
 */
export function mendClosedWrite(): void {
  const { prototype } = connectionOfDriver();
  const { writeCommand } = prototype;
  prototype.writeCommand = async function (this: DriverConnection, command, options) {
    let onClose = () => {};
    const closed = new Promise<never>((_, reject) => {
      onClose = () => reject(this.error);
      this.once('close', onClose);
    });
    try {
      await Promise.race([writeCommand.call(this, command, options), closed]);
    } finally {
      this.off('close', onClose);
    }
  };
}

/** The class of connections of mongoose's driver, which does not export it. */
export function connectionOfDriver(): { readonly prototype: DriverConnection } {
  const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  return ofMongoose('mongodb/lib/cmap/connection.js').Connection;
}
