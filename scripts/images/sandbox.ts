import path from 'node:path';

export interface Sandbox {
  /** Root folder of a laid-out image. */
  readonly root: string;
  readonly node: string;
  readonly writable: boolean;
  /** Mount point, and a folder of this machine or a variable that names one. */
  readonly mounts?: readonly { readonly at: string; readonly from: string; readonly writable: boolean }[];
  readonly user: 'root' | 'node';
  readonly directory: string;
}

/** Id of the user `node` in the Node images. */
export const NODE_USER = 1000;
/** Search path for programs of an image. */
export const PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * Shell script that runs its arguments in a laid-out image: in its own mount, UTS and IPC namespaces, with the image as
 * root file system and this machine's system programs mounted beside it. Nothing else of this machine is visible, and
 * only /tmp is writable by default. The process id stays the same, so that signals arrive. Needs root, like a container
 * engine.
 */
export function sandboxScript({ root, node, writable, mounts = [], user, directory }: Sandbox): string {
  const inside = [
    `mount --bind ${quoted(root)} ${quoted(root)}`,
    `cd ${quoted(root)}`,
    'mkdir -p usr/local proc dev tmp mnt etc',
    'for link in bin sbin lib lib64; do [ -L $link ] || ln -s usr/$link $link; done',
    'mount --bind /usr usr',
    `mount --bind ${quoted(node)} usr/local`,
    'mount -t proc -o hidepid=2 proc proc',
    'mount --rbind /dev dev',
    // Host names and certificates, for commands that download packages.
    ...(writable
      ? [
          'mkdir -p etc/ssl',
          'touch etc/resolv.conf etc/hosts',
          'for name in resolv.conf hosts ssl; do mount --bind /etc/$name etc/$name; done',
        ]
      : []),
    'mount -o remount,bind,ro usr',
    'mount -o remount,bind,ro usr/local',
    ...mounts.flatMap(({ at, from, writable: open }) => [
      `mkdir -p .${at}`,
      `mount --bind ${from.startsWith('$') ? `"${from}"` : quoted(from)} .${at}`,
      ...(open ? [] : [`mount -o remount,bind,ro .${at}`]),
    ]),
    ...(writable ? [] : ['mount -o remount,bind,ro .']),
    'mount -t tmpfs -o mode=1777 tmpfs tmp',
    'pivot_root . mnt',
    // Unmount the old root before any program of the image runs.
    'umount -l /mnt',
    `cd ${quoted(directory)}`,
    `exec ${user === 'root' ? '' : `${BECOME_NODE} `}"$@"`,
  ].join('\n');
  return `exec unshare --mount --ipc --uts --propagation private sh -euc ${quoted(inside)} sandbox "$@"`;
}

const BECOME_NODE = [
  ...['/usr/bin/setpriv', `--reuid=${NODE_USER}`, `--regid=${NODE_USER}`, '--clear-groups'],
  ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'],
].join(' ');

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Root folder of a laid-out image. */
export function rootOf(folder: string, image: string): string {
  return path.join(folder, 'images', image);
}
