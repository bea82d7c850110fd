import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { KUBERNETES } from './api-server.ts';
import { CHART, comparable } from './chart.ts';
import { type Built, type Manifest, manifestsIn } from './manifests.ts';
import { findHelm, leaveOut } from './tools.ts';

interface RenderedCharts {
  /** The chart with its own values, and with those of an operator. */
  readonly built: readonly Built[];
  readonly problems: readonly string[];
}

/** Renders and lints the chart, and compares it with the base, if Helm is here. */
export async function renderedCharts(overlays: readonly Built[], quick: boolean): Promise<RenderedCharts> {
  const helm = findHelm();
  if (helm === undefined) {
    leaveOut('Helm is not here (npm run k8s -- helm): the chart is not rendered.', { quick });
    return { built: [], problems: [] };
  }
  const given = ['--values', path.join(CHART, 'ci/stranger-values.yaml')];
  const lint = [[], given].flatMap((values) => {
    const { status, stdout, stderr } = spawnSync(helm, ['lint', '--strict', CHART, ...values], { encoding: 'utf8' });
    return status === 0 ? [] : [`helm lint: ${stdout}${stderr}`];
  });
  const own = render(helm, 'chart', []);
  const wrong = ['scaling.gateway.min=11'].filter(
    (value) => spawnSync(helm, ['template', CHART, '--kube-version', KUBERNETES, '--set', value]).status === 0,
  );
  return {
    built: [own, render(helm, 'chart with values', given)],
    problems: [
      ...lint,
      ...wrong.map((value) => `chart: ${value} is rendered`),
      ...differences(overlays.find(({ name }) => name === 'base')?.manifests ?? [], own.manifests),
    ],
  };
}

function render(helm: string, name: string, values: readonly string[]): Built {
  const command = ['template', 'volant', CHART, '--namespace', 'volant', '--kube-version', KUBERNETES, ...values];
  const { status, stdout, stderr } = spawnSync(helm, command, { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`helm ${command.join(' ')}:\n${stderr}`);
  // The other checks know the Job by the name that it has in the base.
  const manifests = manifestsIn(stdout).map((manifest) => ({
    ...manifest,
    metadata: { ...manifest.metadata, name: manifest.metadata.name.replace(/^migrate-\d+$/, 'migrate') },
  }));
  return { name, manifests, text: stdout };
}

function differences(base: readonly Manifest[], chart: readonly Manifest[]): readonly string[] {
  const [expected, rendered] = [comparable(base), comparable(chart)];
  return [...new Set([...expected.keys(), ...rendered.keys()])]
    .filter((object) => !isDeepStrictEqual(expected.get(object), rendered.get(object)))
    .map((object) => `chart: ${object} is not that of the base`);
}
