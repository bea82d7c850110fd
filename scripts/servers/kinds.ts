import { clickhouse } from './clickhouse.ts';
import { kafka } from './kafka.ts';
import { minio } from './minio.ts';
import { mongodb } from './mongodb.ts';
import { freePorts } from './ports.ts';
import { redis } from './redis.ts';
import type { ServerKind, ServerName } from './server.ts';
import { smtp } from './smtp.ts';

export const KINDS: { readonly [N in ServerName]: ServerKind<N> } = {
  mongodb,
  kafka,
  clickhouse,
  redis,
  s3: minio,
  smtp,
};

/** @param first a fixed port for clients */
export async function portsFor(name: ServerName, first?: number): Promise<number[]> {
  const { portCount } = KINDS[name];
  if (first === undefined) return freePorts(portCount);
  return [first, ...(await freePorts(portCount - 1))];
}
