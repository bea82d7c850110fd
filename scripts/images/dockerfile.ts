import { readFileSync } from 'node:fs';

/** One instruction of a Dockerfile, continuation lines joined. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

export interface Stage {
  readonly name: string;
  /** Another stage, or an external image. */
  readonly base: string;
  readonly instructions: readonly Instruction[];
}

/** Settings with which a container starts. */
export interface ImageSettings {
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly directory: string;
  readonly command: readonly string[];
}

/** Stages in file order, with the file's arguments substituted. */
export function readDockerfile(file: string): readonly Stage[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const given = new Map<string, string>();
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`the Dockerfile's line is not understood: ${line}`);
    const filled = rest.replaceAll(/\$\{(\w+)\}/g, (_, key: string) => given.get(key) ?? '');
    if (name === 'ARG') given.set(...(filled.split('=', 2) as [string, string]));
    else if (name === 'FROM') stages.push(stageOf(filled));
    else stages.at(-1)?.instructions.push({ name, rest: filled });
  }
  return stages;
}

function stageOf(from: string): { name: string; base: string; instructions: Instruction[] } {
  const [, base = '', name = ''] = /^(\S+) AS (\S+)$/.exec(from) ?? [];
  if (name === '') throw new Error(`a stage without a name: FROM ${from}`);
  return { name, base, instructions: [] };
}

/** The stage and the stages it is built on, base first. */
function lineage(stages: readonly Stage[], name: string): readonly Stage[] {
  const stage = stages.find((one) => one.name === name);
  return stage === undefined ? [] : [...lineage(stages, stage.base), stage];
}

/** Working directory, user, environment and command of the process. */
export function settingsOf(stages: readonly Stage[], name: string): ImageSettings {
  const environment: Record<string, string> = {};
  let [user, directory] = ['root', '/'];
  let [entrypoint, command]: string[][] = [[], []];
  for (const { name: what, rest } of lineage(stages, name).flatMap(({ instructions }) => instructions)) {
    if (what === 'ENV') Object.assign(environment, variablesIn(rest));
    else if (what === 'USER') user = rest;
    else if (what === 'WORKDIR') directory = rest;
    else if (what === 'ENTRYPOINT') entrypoint = JSON.parse(rest) as string[];
    else if (what === 'CMD') command = JSON.parse(rest) as string[];
  }
  return { environment, user, directory, command: [...(entrypoint ?? []), ...(command ?? [])] };
}

function variablesIn(line: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...line.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, key, quoted, plain]) => [key, quoted ?? plain]),
  );
}
