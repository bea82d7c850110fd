/** The clause, with its leading space, that runs a statement on every replica; empty for a single node. */
export function onCluster(cluster: string | undefined): string {
  return cluster === undefined ? '' : ` ON CLUSTER ${cluster}`;
}

const ENGINE = /\{engine:(\w*MergeTree(?:\([^()]*\))?)\}/g;

/**
 * Fills in the parts that depend on the deployment: `{on_cluster}` after a table's name, and
 * `{engine:ReplacingMergeTree(x)}`, which becomes replicated in a cluster. Replicas find each other by ClickHouse's
 * default path in Keeper.
 */
export function renderSql(text: string, cluster: string | undefined): string {
  return text
    .replaceAll('{on_cluster}', onCluster(cluster))
    .replaceAll(ENGINE, (_, engine: string) => (cluster === undefined ? engine : `Replicated${engine}`));
}
