/** A kind of generated file. */
export interface Generated {
  readonly name: string;
  /** Script of a package.json, and its workspace. With `--check` it only compares. */
  readonly script: readonly string[];
  readonly argument?: string;
}

/** All generated files, in the order in which they depend on each other. */
export const GENERATED: readonly Generated[] = [
  { name: 'protobuf code', script: ['generate', '-w', '@volant/proto'] },
  { name: 'lists in graph documents and labels', script: ['repeated-lists'] },
  { name: 'supergraph', script: ['supergraph', '-w', '@volant/gateway'] },
  // The next two are typed by the schemas that the supergraph has.
  { name: 'types of the graph', script: ['graph-types'] },
  { name: 'operations of the web client', script: ['operations', '-w', '@volant/web'] },
  { name: 'list of error codes', script: ['api-docs'] },
  { name: 'dashboards', script: ['k8s'], argument: 'dashboards' },
  { name: 'licences of dependencies', script: ['licences'] },
];

/** The command that writes these files, or compares them. */
export function commandOf({ script, argument }: Generated, check: boolean): readonly string[] {
  return [
    'npm',
    'run',
    '--silent',
    ...script,
    '--',
    ...(argument === undefined ? [] : [argument]),
    ...(check ? ['--check'] : []),
  ];
}
