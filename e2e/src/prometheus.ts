import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path, { delimiter } from 'node:path';
import { freePort } from '../../scripts/servers/ports.ts';
import { eventually } from './api.ts';
import type { RunningProcess } from './processes.ts';

export interface Prometheus {
  /** Values of an expression, now; one for each of its series. */
  ask(expression: string): Promise<readonly number[]>;
  /** Names of the alerts that fire. */
  firing(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Where Prometheus is installed (Debian's package will do); undefined where it is not. */
export const PROMETHEUS = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => path.join(folder, 'prometheus'))
  .find((file) => existsSync(file));

/** Watches these processes, once a second, as pods, by these rules if any are given. */
export async function startPrometheus(
  program: string,
  directory: string,
  processes: readonly RunningProcess[],
  rules?: object,
): Promise<Prometheus> {
  const config = path.join(directory, 'prometheus.yml');
  const targets = processes.map(({ name, operations }) => ({
    job_name: name,
    static_configs: [{ targets: [new URL(operations()).host], labels: { pod: `${name}-0` } }],
  }));
  // JSON is YAML, too.
  const files = rules === undefined ? [] : [path.join(directory, 'rules.yml')];
  for (const file of files) await writeFile(file, JSON.stringify(rules));
  const global = { scrape_interval: '1s', evaluation_interval: '1s' };
  await writeFile(config, JSON.stringify({ global, rule_files: files, scrape_configs: targets }));
  const address = `127.0.0.1:${await freePort()}`;
  const data = `--storage.tsdb.path=${path.join(directory, 'prometheus')}`;
  const child = spawn(program, [`--config.file=${config}`, `--web.listen-address=${address}`, data], {
    stdio: 'ignore',
  });
  await eventually(
    () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    (ready) => ready,
  );
  return {
    async ask(expression) {
      const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`);
      const { status, error, data: found } = await answer.json();
      if (status !== 'success') throw new Error(`${expression}: ${error}`);
      return found.result.map(({ value: [, value] }: { value: [number, string] }) => Number(value));
    },
    async firing() {
      const { data: found } = await (await fetch(`http://${address}/api/v1/alerts`)).json();
      const alerts: readonly { state: string; labels: { alertname: string } }[] = found.alerts;
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
