import type { FastifyInstance } from 'fastify';
import type { Logger } from '../observability/log.ts';
import type { ProcessSettings } from '../settings/process-settings.ts';
import { SettingError } from '../settings/server-errors.ts';

/** Connections that wait to be accepted: with Node's 511, one client's could make others wait a second to try again. */
const BACKLOG = 4_096;

/** Another program has the port, and may end. */
class PortIsTaken extends SettingError {
  override readonly name = 'PortIsTaken';
  override readonly mayPass = true;
}

/** @throws SettingError naming the setting that the operator has to change: that of the port, or of its host */
export async function listen(server: FastifyInstance, host: string, port: number, setting: string): Promise<string> {
  try {
    return await server.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // `::` means all addresses, of IPv4 too; a kernel without IPv6 refuses it.
    if (host === '::' && code === 'EAFNOSUPPORT') return listen(server, '0.0.0.0', port, setting);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      const setsHost = setting.replace('PORT', 'HOST');
      throw new SettingError(setsHost, `${host} is no address of this machine`, { cause: error });
    }
    const problem = problemOf(code, port) ?? `cannot listen on ${host}:${port} (${message})`;
    throw new (code === 'EADDRINUSE' ? PortIsTaken : SettingError)(setting, problem, { cause: error });
  }
}

function problemOf(code: string | undefined, port: number): string | undefined {
  if (code === 'EADDRINUSE') return `port ${port} is taken; set it to a free one`;
  if (code === 'EACCES') return `port ${port} may not be used by this user; set it to one above 1023`;
  return undefined;
}

/** Uses any free port if none is set and the default is taken, so that several products start on one machine. */
export async function listenForOperators(
  server: FastifyInstance,
  { operationsHost: host, operationsPort: port, operationsPortIsSet }: ProcessSettings,
  log: Logger,
): Promise<string> {
  try {
    return await listen(server, host, port, 'VOLANT_OPERATIONS_PORT');
  } catch (error) {
    const { code } = (error as Error).cause as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' || operationsPortIsSet) throw error;
    const operations = await listen(server, host, 0, 'VOLANT_OPERATIONS_PORT');
    log.warn({ operations }, `port ${port} is taken; /health and /metrics are at another one`);
    return operations;
  }
}
