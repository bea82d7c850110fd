import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';

/** Hosts that one setting may name. */
const MAX_PRIVATE_HOSTS = 10;

/** Settings of webhooks, to be spread into the schema of a process with the service. */
export const WEBHOOK_SHAPE = {
  /** Host names of receivers in the operator's own network. */
  VOLANT_WEBHOOK_PRIVATE_HOSTS: text()
    .transform((list) => list.split(',').map((entry) => entry.trim().toLowerCase()))
    .pipe(
      z
        .array(text().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'each entry must be a host name such as shop.internal'))
        .max(MAX_PRIVATE_HOSTS, `must name at most ${MAX_PRIVATE_HOSTS} hosts`),
    )
    .default([]),
};
