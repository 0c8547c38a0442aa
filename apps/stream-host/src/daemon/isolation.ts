import type { Application } from './settings.ts'

interface As {
  uid: number
  /** Files of cgroups to be in. */
  bounds: readonly string[]
}

const processesMax = 400
const filesMax = 4096
const fileBytesMax = 256 * 1024 * 1024

/** A command as a user of the system that owns nothing. The shell sees the words as words. */
export function asUser({ uid, bounds }: As, command: readonly string[]): string[] {
  const enter = bounds.map((_, i) => `echo $$ > "$${i + 1}"`)
  return [
    '/bin/sh',
    '-c',
    [...enter, `shift ${bounds.length}`, 'exec "$@"'].join('; '),
    'stream',
    ...bounds,
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--no-new-privs',
    'prlimit',
    `--nproc=${processesMax}`,
    `--nofile=${filesMax}`,
    `--fsize=${fileBytesMax}`,
    ...command,
  ]
}

interface Shown {
  display: number
  /** The socket of its sound and the cookie of its display, on this machine. */
  sound: string
  cookie: string
}

/**
 * The application's own small world: it reads the system's programs and its own content, writes into memory that dies with
 * it, and reaches its own display and its own sound. No network, unless the operator gives one.
 */
export function inSandbox(
  { command, content, environment, reads, hasNetwork }: Application,
  shown: Shown,
): string[] {
  const { display, sound, cookie } = shown
  const bind = (path: string) => ['--ro-bind-try', path, path]
  const set = (name: string, value: string) => ['--setenv', name, value]
  return [
    // It dies with its parent, which must not be the daemon: that may be started anew while the application goes on.
    ...['/bin/sh', '-c', '"$@"; exit $?', 'application'],
    'bwrap',
    '--unshare-all',
    ...(hasNetwork ? ['--share-net'] : []),
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    ...bind('/usr'),
    ...['bin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...['/etc/fonts', '/etc/alternatives', ...reads].flatMap(bind),
    ...(hasNetwork ? ['/etc/resolv.conf', '/etc/ssl', '/etc/hosts'].flatMap(bind) : []),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/dev/shm', '--tmpfs', '/tmp'],
    ...['--bind', `/tmp/.X11-unix/X${display}`, `/tmp/.X11-unix/X${display}`],
    ...['--ro-bind', content, '/app', '--bind', sound, '/tmp/sound', '--ro-bind', cookie, '/tmp/cookie'],
    ...['--dir', '/home/app', '--chdir', '/home/app'],
    ...set('HOME', '/home/app'),
    ...set('PATH', '/usr/bin'),
    ...set('LANG', 'C.UTF-8'),
    ...set('DISPLAY', `:${display}`),
    ...set('XAUTHORITY', '/tmp/cookie'),
    ...set('PULSE_SERVER', 'unix:/tmp/sound'),
    ...Object.entries(environment).flatMap(([name, value]) => set(name, value)),
    '--',
    ...command,
  ]
}
