import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingsOf } from './dockerfile.ts';
import { PROCESSES, stages } from './lay-out.ts';
import { NODE_USER, PATH, quoted, rootOf, sandboxScript } from './sandbox.ts';

/**
 * Writes a program that starts a process of the product from its image, with the image's own command: `launch <name>`,
 * with the process' settings in the environment. Mounts the files and folders that the settings name as Kubernetes
 * does: secrets readable only by the process' user, and a spool owned by root and the user's group, which is the
 * setting's if it names one.
 */
export function writeLauncher(folder: string, node: string): string {
  const cases = PROCESSES.map((name) => {
    const { environment, user, directory, command } = settingsOf(stages, name);
    const given = Object.entries(environment)
      .filter(([key]) => !['HOST', 'VOLANT_SPOOL_DIR', 'VOLANT_COPY_DIR'].includes(key))
      .map(([key, value]) => `export ${key}=${quoted(value)}`);
    const mounts = [
      { at: '/secrets', from: '$own/secrets', writable: false },
      { at: '/operations', from: '$own/operations', writable: false },
      { at: '/spool', from: '$own/spool', writable: true },
      { at: '/spool/events', from: '$events', writable: true },
    ];
    const script = sandboxScript({
      root: rootOf(folder, name),
      node,
      writable: false,
      mounts,
      user: user === 'node' ? 'node' : 'root',
      directory,
    });
    return `${name})\n${given.join('\n')}\nset -- ${command.map(quoted).join(' ')}\n${script}\n;;`;
  });
  return writeProgram(folder, `case "$1" in\n${cases.join('\n')}\nesac`);
}

/** The same with Docker and the images of this machine. Untested on machines without a container engine. */
export function writeEngineLauncher(folder: string, version: string): string {
  const settings = `$(env | sed -n 's/^\\(VOLANT_[A-Z0-9_]*\\|OTEL_[A-Z_]*\\|HOST\\|PORT\\)=.*/--env \\1/p')`;
  const places =
    '-v "$own/secrets:/secrets:ro" -v "$own/operations:/operations:ro" -v "$own/spool:/spool" -v "$events:/spool/events"';
  const bounds = '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges';
  return writeProgram(
    folder,
    `exec docker run --rm --network host ${bounds} ${places} ${settings} "volant/$1:${version}"`,
  );
}

function writeProgram(folder: string, start: string): string {
  const file = path.join(folder, 'launch');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${HAND_OVER}\n${start}\n`, { mode: 0o755 });
  return file;
}

const HAND_OVER = `#!/bin/sh
set -eu
export own="$(mktemp -d ${quoted('/tmp/volant-pod-XXXXXX')})"
export events="\${VOLANT_SPOOL_DIR:-$own/spool/events}"
chmod 755 "$own"
mkdir -p "$own/secrets" "$own/spool/events" "$own/operations" "$events"
chown 0:${NODE_USER} "$own/spool"
chmod 2775 "$own/spool"
# A process makes it itself.
chown ${NODE_USER}:${NODE_USER} "$events"
for name in $(env | sed -n 's/^\\(VOLANT_[A-Z0-9_]*_FILE\\)=.*/\\1/p'); do
  file="$(printenv "$name")"
  install -o ${NODE_USER} -m 400 "$file" "$own/secrets/$(basename "$file")"
  export "$name=/secrets/$(basename "$file")"
done
if [ -n "\${VOLANT_GRAPHQL_OPERATIONS:-}" ]; then
  install -m 444 "$VOLANT_GRAPHQL_OPERATIONS"/* "$own/operations"
  export VOLANT_GRAPHQL_OPERATIONS=/operations
fi
export VOLANT_SPOOL_DIR=/spool/events VOLANT_COPY_DIR=/spool HOME=/tmp PATH="${PATH}:/usr/sbin"`;
