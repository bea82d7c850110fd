/** [position, stream, version, command, events with their meta and time as JSON, checksum] */
export type CommitRow = readonly [number, string, number, string, string, number];
/** [key, owner, end in epoch milliseconds or null once confirmed, checksum] */
export type ReservationRow = readonly [string, string, number | null, number];
/** [name, position, checksum] */
export type CheckpointRow = readonly [string, number, number];
/** [stream, fold, version, shape, state as JSON, checksum] */
export type SnapshotRow = readonly [string, string, number, string, string, number];

/** Names of the tables of one service. */
export function tablesOf(owner: string) {
  return {
    commits: `${owner}_commits`,
    reservations: `${owner}_reservations`,
    checkpoints: `${owner}_checkpoints`,
    snapshots: `${owner}_snapshots`,
    /** Streams whose commits before a version are being deleted. */
    erasing: `${owner}_erasing`,
  };
}

/** Statements that create the tables of one service, by table. */
export function definitionsOf(owner: string): Readonly<Record<string, string>> {
  const { commits, reservations, checkpoints, snapshots, erasing } = tablesOf(owner);
  return {
    [commits]: `CREATE TABLE ${commits} (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, version INTEGER NOT NULL,
      command TEXT NOT NULL UNIQUE, body TEXT NOT NULL, checksum INTEGER NOT NULL, UNIQUE (stream, version)) STRICT`,
    [reservations]: `CREATE TABLE ${reservations} (key TEXT PRIMARY KEY, owner TEXT NOT NULL, expires INTEGER,
      checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX ${reservations}_expires ON ${reservations} (expires) WHERE expires IS NOT NULL`,
    [checkpoints]: `CREATE TABLE ${checkpoints} (name TEXT PRIMARY KEY, position INTEGER NOT NULL,
      checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
    [snapshots]: `CREATE TABLE ${snapshots} (stream TEXT NOT NULL, fold TEXT NOT NULL, version INTEGER NOT NULL,
      shape TEXT NOT NULL, state TEXT NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (stream, fold)) STRICT`,
    [erasing]: `CREATE TABLE ${erasing} (stream TEXT PRIMARY KEY, version INTEGER NOT NULL,
      checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  };
}
