import { flowProblems } from './flows.ts';
import { imageProblems } from './images.ts';
import type { Built } from './manifests.ts';
import { metricProblems } from './metrics.ts';
import { nameProblems } from './names.ts';
import { podSecurityProblems } from './pod-security.ts';
import { settingProblems } from './settings.ts';

/** Problems of an overlay that can be found without a cluster. */
export function problemsOf({ manifests }: Built, secrets: string, metrics: ReadonlySet<string>): readonly string[] {
  return [
    ...podSecurityProblems(manifests),
    ...flowProblems(manifests),
    ...settingProblems(manifests, secrets),
    ...nameProblems(manifests, secrets),
    ...imageProblems(manifests),
    ...metricProblems(manifests, metrics),
  ];
}
