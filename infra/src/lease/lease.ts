/**
 * The right to do something that only one of a service's processes may do at a time. It has to be renewed, which
 * it is by itself, and whoever cannot renew it in time has lost it before anybody else can have it.
 */
export interface Lease {
  /** Higher than that of everybody who had it before. */
  readonly fence: number;
  /** Whether it is ours without doubt, at this very moment. Once false it stays false. */
  held(): boolean;
  /** Calls `listener` once when it is lost or given back; returns the way to stop it. */
  onEnd(listener: () => void): () => void;
  /** Gives it back, so that the next need not wait until it has run out. */
  release(): Promise<void>;
}

export interface Leases {
  /** Tries once; undefined while another has it. */
  acquire(name: string): Promise<Lease | undefined>;
  /** Takes it from whoever has it. They learn of it at their next renewal: what they write until then has to be told by its fence. */
  seize(name: string): Promise<Lease>;
  /** Names of those that somebody has, or had until so short a while ago that nobody can take them yet. */
  taken(): Promise<readonly string[]>;
  /** Gives back every lease that is held. */
  close(): Promise<void>;
}
