import { classOfDriver } from './driver.ts';

/** The members used here of the driver's connection pool of a server (7.8.0, a dependency of mongoose). */
interface ConnectionPool {
  readonly options: { readonly minPoolSize: number; readonly maxIdleTimeMS: number };
  ensureMinPoolSize(): void;
}

/**
 * Patches MongoDB's driver to avoid idle wakeups (ADR 34): each of its pools checks ten times a second whether it has
 * too few or too long idle connections, even if neither limit is configured. Closed connections are discarded when they
 * are next checked out.
 */
export function mendPoolTimer(): void {
  const { prototype } = poolOfDriver();
  const { ensureMinPoolSize } = prototype;
  prototype.ensureMinPoolSize = function (this: ConnectionPool) {
    if (this.options.minPoolSize > 0 || this.options.maxIdleTimeMS > 0) ensureMinPoolSize.call(this);
  };
}

export const poolOfDriver = () => classOfDriver<ConnectionPool>('cmap/connection_pool.js', 'ConnectionPool');
