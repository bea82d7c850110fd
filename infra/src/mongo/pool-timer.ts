import { classOfDriver } from './driver.ts';

/** What is touched here of the driver's pool of connections to one server (7.8.0, which mongoose brings along). */
interface ConnectionPool {
  readonly options: { readonly minPoolSize: number; readonly maxIdleTimeMS: number };
  ensureMinPoolSize(): void;
}

/**
 * Keeps MongoDB's driver from waking up for nothing (ADR 34): ten times a second each of its pools looks whether
 * connections are too few or have been idle for too long, also where neither is asked for. What has been closed
 * meanwhile is thrown away by whoever is about to use it.
 */
export function mendPoolTimer(): void {
  const { prototype } = poolOfDriver();
  const { ensureMinPoolSize } = prototype;
  prototype.ensureMinPoolSize = function (this: ConnectionPool) {
    if (this.options.minPoolSize > 0 || this.options.maxIdleTimeMS > 0) ensureMinPoolSize.call(this);
  };
}

export const poolOfDriver = () => classOfDriver<ConnectionPool>('cmap/connection_pool.js', 'ConnectionPool');
