import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path, { delimiter } from 'node:path';
import { freePort } from '../../scripts/servers/ports.ts';
import { eventually } from './api.ts';
import type { RunningProcess } from './processes.ts';

export interface Firing {
  readonly alert: string;
  readonly severity: string;
}

export interface Prometheus {
  /** Current values of an expression, one for each series. */
  ask(expression: string): Promise<readonly number[]>;
  firing(): Promise<readonly Firing[]>;
  stop(): Promise<void>;
}

/** Path of Prometheus (Debian's package will do); undefined if it is not installed. */
export const PROMETHEUS = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => path.join(folder, 'prometheus'))
  .find((file) => existsSync(file));

/** In a cluster, each role of analytics is a service of its own. */
const jobsOf = (name: string) => (name === 'analytics' ? ['collect', 'ingest', 'reports'] : [name]);

/** Scrapes these processes as pods, once a second, optionally with alert rules. */
export async function startPrometheus(
  program: string,
  directory: string,
  processes: readonly RunningProcess[],
  rules?: object,
): Promise<Prometheus> {
  const config = path.join(directory, 'prometheus.yml');
  const targets = processes.flatMap(({ name, operations }) =>
    jobsOf(name).map((job) => ({
      job_name: job,
      static_configs: [{ targets: [new URL(operations()).host], labels: { namespace: 'volant', pod: `${name}-0` } }],
    })),
  );
  // JSON is valid YAML.
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
      const alerts: readonly { state: string; labels: { alertname: string; severity: string } }[] = found.alerts;
      const firing = alerts.filter(({ state }) => state === 'firing');
      return firing.map(({ labels: { alertname: alert, severity } }) => ({ alert, severity }));
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
