import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { composeServices } from '@apollo/composition';
import { printSchema, Supergraph } from '@apollo/federation-internals';
import { type GraphQLSchema, parse, validate } from 'graphql';
// Imports every module that defines an operation.
import '../app.ts';
import { readPersistedOperations } from '../graphql/persisted-operations.ts';
import { fixedOperations } from './graph.ts';

/** Schemas of the product's services and of the gateway's own subgraphs. */
const SCHEMAS = {
  identity: 'services/identity/schema.graphql',
  pages: 'services/pages/schema.graphql',
  support: 'services/support/schema.graphql',
  analytics: 'services/analytics/schema.graphql',
  events: 'gateway/events.graphql',
};

const root = new URL('../../../', import.meta.url);

async function compose(): Promise<string> {
  const definitions = await Promise.all(
    Object.entries(SCHEMAS).map(async ([name, path]) => ({
      name,
      typeDefs: parse(await readFile(new URL(path, root), 'utf8')),
      // The checked-in file contains no real service addresses, but the federation warns about an empty one.
      url: `volant:${name}`,
    })),
  );
  const result = composeServices(definitions);
  if (result.errors !== undefined) {
    throw new Error(`The services do not compose:\n${result.errors.map((error) => `- ${error.message}`).join('\n')}`);
  }
  return `${result.supergraphSdl.trim()}\n`;
}

/** @throws Error with the name of an operation of the gateway or the web client that does not match the schema */
async function checkOperations(schema: GraphQLSchema): Promise<void> {
  const ofTheClient = await readPersistedOperations(fileURLToPath(new URL('web', root)));
  for (const { name, query } of [...fixedOperations(), ...ofTheClient.values()]) {
    const [problem] = validate(schema, parse(query));
    if (problem !== undefined) throw new Error(`${name} does not fit the schema: ${problem.message}`);
  }
}

/** Writes the supergraph and its schema, or with `--check` only compares them; resolves to the exit code. */
async function run(check: boolean): Promise<number> {
  const supergraph = await compose();
  const schema = Supergraph.build(supergraph).apiSchema();
  // The client's operations are generated later, from what this writes.
  if (check) await checkOperations(schema.toGraphQLJSSchema());
  const made = {
    'gateway/supergraph.graphql': supergraph,
    'docs/api/schema.graphql': `${printSchema(schema)}\n`,
  };
  let status = 0;
  for (const [path, content] of Object.entries(made)) {
    const file = new URL(path, root);
    if (!check) await writeFile(file, content);
    else if ((await readFile(file, 'utf8').catch(() => '')) !== content) {
      process.stderr.write(`${path} is out of date. Run: npm run generate\n`);
      status = 1;
    }
  }
  return status;
}

try {
  process.exitCode = await run(process.argv.includes('--check'));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
