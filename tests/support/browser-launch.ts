import { smallCamera } from './small-camera.ts'

/** The browser of journeys and proofs. */
export const browserLaunch = {
  executablePath: '/usr/bin/chromium-headless-shell',
  // Without a locale the browser gives no file a name that has other letters than English ones.
  env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A camera and a microphone that everybody has, and a permission that nobody has to give. Ten pictures a second are
    // enough to be seen, and a call of two browsers then leaves something of the processors.
    '--use-fake-device-for-media-stream=fps=10',
    '--use-fake-ui-for-media-stream',
  ],
}

/** The made-up camera is as large as the portal asks for, and sending that takes a quarter of what a call of two costs. */
export const callLaunch = launchWith(`--use-file-for-fake-video-capture=${smallCamera()}`)

/** … which a journey about devices has two of, of full size. */
export const twoCamerasLaunch = launchWith('--use-fake-device-for-media-stream=device-count=2,fps=10')

function launchWith(...more: string[]) {
  return { ...browserLaunch, args: [...browserLaunch.args, ...more] }
}
