/**
 * The right to do work that only one process of a service may do at a time. It is renewed automatically. A holder that
 * cannot renew it in time loses it before another process can acquire it.
 */
export interface Lease {
  /** Fencing token: higher than that of all former holders. */
  readonly fence: number;
  /** Whether this process certainly holds the lease now. Once false it stays false. */
  held(): boolean;
  /** Releases the lease, so that the next holder need not wait until it expires. */
  release(): Promise<void>;
}

export interface Leases {
  /** Tries once; undefined while another holder has the lease. */
  acquire(name: string): Promise<Lease | undefined>;
  /**
   * Takes the lease from its holder. The holder notices at its next renewal; its writes until then must be rejected by
   * their lower fence.
   */
  seize(name: string): Promise<Lease>;
  /** Names of leases that are held, or expired so recently that they cannot be acquired yet. */
  taken(): Promise<readonly string[]>;
  /** Releases all held leases. */
  close(): Promise<void>;
}
