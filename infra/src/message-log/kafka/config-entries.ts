import type { TopicConfig } from './topics.ts';

/** Of the entries a server tells. */
export function fromEntries(entries: readonly { configName: string; configValue: string }[]): TopicConfig {
  return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
}

/** As a server takes them. */
export function toEntries(config: TopicConfig) {
  return Object.entries(config).map(([name, value]) => ({ name, value }));
}
