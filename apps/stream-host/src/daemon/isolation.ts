import type { Application } from './settings.ts'
import { hostname } from 'node:os'

interface As {
  uid: number
  /** The cgroup files to join. */
  bounds: readonly string[]
}

const processesMax = 400
const filesMax = 4096
const fileBytesMax = 256 * 1024 * 1024

/** Runs a command as a system user that owns nothing. The shell gets the words as arguments and does not parse them. */
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

interface Screen {
  display: number
  /** The sound socket and the display cookie, on this machine. */
  sound: string
  cookie: string
}

/**
 * The application's sandbox: it reads the system's programs and its own content, writes to memory that is freed with it, and
 * reaches its own display and sound. It has no network, unless the operator allows it.
 */
export function inSandbox(
  { command, content, environment, reads, hasNetwork }: Application,
  shown: Screen,
): string[] {
  const { display, sound, cookie } = shown
  const bind = (path: string) => ['--ro-bind-try', path, path]
  const set = (name: string, value: string) => ['--setenv', name, value]
  return [
    // bwrap dies with its parent. That is this shell, because the daemon may restart while the application continues.
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

/** An X authority file that lets its holder open that display: of the local family, under this machine's name. */
export function cookieFile(display: number, secret: Buffer): Buffer {
  const family = Buffer.from([0x01, 0x00])
  const parts = [hostname(), String(display), 'MIT-MAGIC-COOKIE-1'].map((text) => Buffer.from(text))
  const sized = [...parts, secret].flatMap((part) => {
    const size = Buffer.alloc(2)
    size.writeUInt16BE(part.length)
    return [size, part]
  })
  return Buffer.concat([family, ...sized])
}
