import { createIdentity, type Identity } from '@volant/identity/app';
import { generateSigningKey } from '@volant/infra/auth/access-token';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import { openServicePorts } from '@volant/infra/process/shell/service-ports';
import { v7 as newId } from 'uuid';
import type { Surroundings } from './command.ts';
import { signingKeyOf } from './data-directory.ts';

/** Runs an operator's work on accounts. */
export async function withIdentity(
  { adapters, data, log }: Surroundings,
  work: (identity: Identity) => Promise<void>,
): Promise<void> {
  // No token is signed here, so the key of the running processes is not needed.
  const key = data === undefined ? generateSigningKey() : await signingKeyOf(data);
  const identity = createIdentity(
    {
      ...(await openServicePorts('identity', { adapters, metrics: NO_MEASURES, clock: () => new Date(), newId, log })),
      mail: await adapters.mail(),
      objects: await adapters.objects(),
    },
    { signingKey: key.privateKey, keyId: key.keyId, origin: () => 'http://localhost', background: false },
  );
  try {
    await identity.start();
    await work(identity);
  } finally {
    await identity.stop();
  }
}
