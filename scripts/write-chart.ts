/** Writes the chart; with `--check` it only compares. */
import path from 'node:path';
import { writeOrCompare } from './generated.ts';
import { CHART, chartFiles } from './k8s/chart.ts';
import { buildFolder, ROOT } from './k8s/manifests.ts';
import { kustomizeIfHere } from './k8s/tools.ts';

const kustomize = kustomizeIfHere();
const files = kustomize === undefined ? [] : chartFiles(buildFolder(kustomize, 'base'));
for (const [name, made] of files) writeOrCompare(path.join(path.relative(ROOT, CHART), name), made);
