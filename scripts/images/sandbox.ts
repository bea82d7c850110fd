import path from 'node:path';

export interface Sandbox {
  /** Folder that becomes the root: an image laid out. */
  readonly root: string;
  readonly node: string;
  readonly writable: boolean;
  /** Place inside, and a folder of this machine or a variable that names it. */
  readonly mounts?: readonly { readonly at: string; readonly from: string; readonly writable: boolean }[];
  readonly user: 'root' | 'node';
  readonly directory: string;
}

/** Id of the user `node` in the images of Node. */
export const NODE_USER = 1000;
/** Programs inside of an image. */
export const PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * Shell lines that run the arguments in an image laid out: in namespaces of its own for mounts, names and messages,
 * with the image as its root and the system's programs of this machine beside it, nothing else of this machine visible
 * and, unless it is asked for otherwise, nothing but /tmp writable. The process id stays, so that signals reach it.
 * Wants to be root, as a container engine does.
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
    // Names and certificates, for whoever fetches packages.
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
    // The old root goes before anything of the image runs.
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

/** Where an image is laid out below a folder. */
export function rootOf(folder: string, image: string): string {
  return path.join(folder, 'images', image);
}
