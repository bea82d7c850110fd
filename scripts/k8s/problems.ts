import { flowProblems } from './flows.ts';
import type { Built } from './manifests.ts';
import { nameProblems } from './names.ts';
import { podProblems } from './pods.ts';
import { settingProblems } from './settings.ts';

/** Problems of an overlay that can be found without a cluster. */
export function problemsOf({ manifests }: Built, secrets: string): readonly string[] {
  return [
    ...podProblems(manifests),
    ...flowProblems(manifests),
    ...settingProblems(manifests, secrets),
    ...nameProblems(manifests, secrets),
  ];
}
