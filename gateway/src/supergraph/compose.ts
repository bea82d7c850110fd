import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';

/** Schemas of the product's services, and of what the gateway itself adds. */
const SCHEMAS = {
  identity: 'services/identity/schema.graphql',
  pages: 'services/pages/schema.graphql',
  support: 'services/support/schema.graphql',
  analytics: 'services/analytics/schema.graphql',
  events: 'gateway/events.graphql',
};

const root = new URL('../../../', import.meta.url);
const supergraphFile = new URL('gateway/supergraph.graphql', root);

async function compose(): Promise<string> {
  const definitions = await Promise.all(
    Object.entries(SCHEMAS).map(async ([name, path]) => ({
      name,
      typeDefs: parse(await readFile(new URL(path, root), 'utf8')),
      // Where a service listens is not the checked-in file's business, but the federation warns of an empty address.
      url: `volant:${name}`,
    })),
  );
  const result = composeServices(definitions);
  if (result.errors !== undefined) {
    throw new Error(`The services do not compose:\n${result.errors.map((error) => `- ${error.message}`).join('\n')}`);
  }
  return `${result.supergraphSdl.trim()}\n`;
}

/** Writes the supergraph, or with `--check` only compares it; resolves to the exit code. */
async function run(check: boolean): Promise<number> {
  const composed = await compose();
  if (!check) {
    await writeFile(supergraphFile, composed);
    return 0;
  }
  const present = await readFile(supergraphFile, 'utf8').catch(() => '');
  if (present === composed) return 0;
  process.stderr.write(
    `${fileURLToPath(supergraphFile)} is not what the services' schemas compose to. Run: npm run supergraph -w @volant/gateway\n`,
  );
  return 1;
}

try {
  process.exitCode = await run(process.argv.includes('--check'));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
