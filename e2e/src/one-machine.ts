import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { freePorts } from '../../scripts/servers/ports.ts';
import { ROOT, type TemporaryDirectory, temporaryDirectory } from './product.ts';

const GUIDE = path.join(ROOT, 'docs/guide/one-machine.md');
const FOLDERS = ['opt', 'etc/systemd/system', 'etc/nginx/sites-available', 'etc/nginx/sites-enabled', 'var/lib'];

/**
 * Stand-ins for the programs that need root, a domain name or a network, or that take minutes. The service manager
 * runs what the unit says with the settings it names.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['apt-get', 'adduser', 'certbot', 'nginx', 'sleep'].map((name) => [name, 'exit 0'])),
  runuser: '[ "$1 $2 $3" = "-u volant --" ] && shift 3 && exec "$@"',
  git: `case "$1 $3" in
    "clone "*) mkdir "$3" && ln -s "$TREE"/* "$3" ;;
    "-C remote") echo the-repository ;;
    *) exit 9 ;;
  esac`,
  npm: `kill -0 "$(cat "$MACHINE/pid" 2>/dev/null)" 2>/dev/null && running=running
  echo "$(basename "$PWD") $* \${running:-}" >>"$MACHINE/npm.log"`,
  install: `words=()
  while [ $# -gt 0 ]; do
    case "$1" in
      -o | -g) shift 2 ;;
      *) words+=("$1"); shift ;;
    esac
  done
  [[ " \${words[*]} " = *" /dev/stdin "* ]] || exec /usr/bin/install "\${words[@]}"
  IFS= read -r line
  printf '%s\\n' "$line" | /usr/bin/install "\${words[@]}"`,
  systemctl: `pid=$MACHINE/pid log=$MACHINE/log
  here() { sed -E "s#=/(opt|etc|var)/#=$MACHINE/\\\\1/#" "$1"; }
  case "$*" in
    daemon-reload | "reload nginx") ;;
    "stop volant")
      kill "$(cat "$pid")"
      while kill -0 "$(cat "$pid")" 2>/dev/null; do command -p sleep 0.1; done ;;
    "start volant" | "enable --now volant")
      kill -0 "$(cat "$pid" 2>/dev/null)" 2>/dev/null && exit 0
      unit=$(here "$MACHINE/etc/systemd/system/volant.service")
      of() { sed -n "s/^$1=//p" <<<"$unit"; }
      while IFS= read -r line; do [[ $line =~ ^[A-Z_]+= ]] && export "$line"; done < <(here "$(of EnvironmentFile)")
      for folder in $(of StateDirectory); do mkdir -p "$MACHINE/var/lib/$folder"; done
      cd "$(of WorkingDirectory)"
      command=$(of ExecStart)
      # Before it is read: the program that starts may be slower.
      : >"$log"
      nohup node \${command#/usr/bin/env node_modules/.bin/node } >>"$log" 2>&1 </dev/null &
      echo $! >"$pid"
      until grep -q "^Volant is ready" "$log"; do
        kill -0 "$(cat "$pid")" || { cat "$log" >&2; exit 1; }
        command -p sleep 0.1
      done ;;
    *) exit 9 ;;
  esac`,
};

/** The commands of each step of the guide, in blocks, as they are written. */
export async function stepsOfGuide(): Promise<ReadonlyMap<number, readonly string[]>> {
  const [english = ''] = (await readFile(GUIDE, 'utf8')).split('\n## ');
  const steps = english.split(/^(?=\d+\. \*\*)/m).slice(1);
  return new Map(
    steps.map((step) => [
      Number.parseInt(step, 10),
      [...step.matchAll(/```\n(.*?)```/gs)].map(([, lines = '']) => lines),
    ]),
  );
}

export interface Machine {
  readonly origin: string;
  readonly folder: string;
  /**
   * Runs a block of commands in the directory where the previous block ended, and returns its output.
   * @param typed what a person types meanwhile
   */
  run(commands: string, typed?: string): Promise<string>;
  /** Gives settings other values, as the guide asks for. */
  change(settings: Readonly<Record<string, string>>): Promise<void>;
  remove(): Promise<void>;
}

/** An empty machine, below a temporary folder. */
export async function openMachine(): Promise<Machine> {
  const directory: TemporaryDirectory = await temporaryDirectory();
  const folder = directory.path;
  const at = (name: string) => path.join(folder, name);
  const [port, operations] = await freePorts(2);
  await Promise.all(['bin', ...FOLDERS].map((name) => mkdir(at(name), { recursive: true })));
  await symlink(process.execPath, at('bin/node'));
  for (const [name, script] of Object.entries(STAND_INS)) {
    await writeFile(at(`bin/${name}`), `#!/bin/bash\n${script}\n`);
    await chmod(at(`bin/${name}`), 0o755);
  }
  await writeFile(at('place'), folder);

  async function run(commands: string, typed = ''): Promise<string> {
    const own = commands
      .replaceAll('<address of the repository>', 'the-repository')
      .replaceAll(/(?<![\w.])\/(?=(opt|etc|var)(?![\w.-]))/g, `${folder}/`)
      .replaceAll(':9464', `:${operations}`);
    const script = `set -e; trap 'pwd >"$MACHINE/place"' EXIT; cd "$(cat "$MACHINE/place")"\n${own}`;
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VOLANT_'));
    const child = spawn('bash', ['-c', script], {
      env: {
        ...Object.fromEntries(inherited),
        PATH: `${at('bin')}:${process.env.PATH}`,
        MACHINE: folder,
        TREE: ROOT,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // Most commands end without reading it.
    child.stdin.on('error', () => undefined);
    child.stdin.end(typed);
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (code !== 0) throw new Error(`ended with ${code}:\n${own}\n${stdout}${stderr}`);
    return stdout;
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    folder,
    run,
    async change(settings) {
      const lines = Object.entries({ PORT: port, VOLANT_OPERATIONS_PORT: operations, ...settings });
      const file = at('etc/volant/volant.env');
      const before = await readFile(file, 'utf8');
      await writeFile(file, before + lines.map(([name, value]) => `${name}=${value}\n`).join(''));
    },
    async remove() {
      if ((await readdir(folder)).includes('pid')) await run('systemctl stop volant').catch(() => undefined);
      await directory.remove();
    },
  };
}
