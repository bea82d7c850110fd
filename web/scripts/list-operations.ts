/** Writes `dist/operations.json`, the list of operations by hash that the gateway accepts from this client. */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DocumentNode, Kind, print } from 'graphql';
import { OPERATION_IDS } from '../src/api/operation-ids.generated.ts';

const WEB = path.join(import.meta.dirname, '..');
const IDS: Readonly<Record<string, string>> = OPERATION_IDS;

const files = readdirSync(path.join(WEB, 'src'), { recursive: true, encoding: 'utf8' });
const modules = await Promise.all(
  files.filter((name) => name.endsWith('.generated.ts')).map((name) => import(path.join(WEB, 'src', name))),
);
const documents = modules.flatMap((exports) => Object.values<DocumentNode>(exports));
const operations = documents.flatMap((document) => {
  const operation = document.definitions?.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (operation?.name === undefined) return [];
  const { name, operation: type } = { ...operation, name: operation.name.value };
  return [{ id: IDS[name], name, type, body: print(document) }];
});
operations.sort((a, b) => (a.name < b.name ? -1 : 1));
const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations };
writeFileSync(path.join(WEB, 'dist/operations.json'), JSON.stringify(manifest));
