import type { EventEmitter } from 'node:events';
import { classOfDriver } from './driver.ts';

/** What is touched here of the driver's connection (7.8.0, which mongoose brings along). */
interface DriverConnection extends EventEmitter {
  /** Why it was closed. */
  readonly error: Error | null;
  writeCommand(command: unknown, options: unknown): Promise<void>;
}

/**
 * Lets a command fail that is written to a connection which is being closed (ADR 42). The driver waits for a closed
 * socket to take more, for ever and past every time limit; where it does so with its look at the server, the process
 * finds MongoDB no more until it is started again.
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

export const connectionOfDriver = () => classOfDriver<DriverConnection>('cmap/connection.js', 'Connection');
