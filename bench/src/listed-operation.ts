import { readFile } from 'node:fs/promises';
import { call } from '@volant/e2e/api';
import { z } from 'zod';
import type { Measured } from './compare.ts';

const Manifest = z.object({ operations: z.array(z.object({ id: z.string(), name: z.string() })) });

/** Runs an operation of the web client by its hash, by default as an administrator. */
export async function askOf({ set, seed }: Measured, operationName: string, token = seed.adminToken) {
  const sha256Hash = await hashOf(operationName);
  return async (variables: object = {}) => {
    const sent = { operationName, variables, extensions: { persistedQuery: { version: 1, sha256Hash } } };
    const { status, body } = await call(set.origin, 'POST', '/graphql', sent, { token });
    if (status !== 200 || body.errors !== undefined) throw new Error(`${operationName} was answered ${status}`);
    return body.data;
  };
}

async function hashOf(operation: string): Promise<string> {
  const text = await readFile(new URL('../../web/dist/operations.json', import.meta.url), 'utf8');
  const found = Manifest.parse(JSON.parse(text)).operations.find(({ name }) => name === operation);
  if (found === undefined) throw new Error(`the web client has no operation ${operation}`);
  return found.id;
}
