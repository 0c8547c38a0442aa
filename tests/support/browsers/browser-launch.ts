import { smallCamera } from './small-camera.ts'

/** The browser of journeys and proofs. */
export const browserLaunch = {
  executablePath: '/usr/bin/chromium-headless-shell',
  // Without a locale the browser cannot give a file a name with non-ASCII letters.
  env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A fake camera and microphone, and permissions granted without a prompt. Ten frames a second are enough to be seen
    // and keep a call of two browsers from using up the processors.
    '--use-fake-device-for-media-stream=fps=10',
    '--use-fake-ui-for-media-stream',
  ],
}

/** Shows a small film as the camera: the fake one has the full size, and sending that is a quarter of a call's cost. */
export const callLaunch = launchWith(`--use-file-for-fake-video-capture=${smallCamera()}`)

/** For journeys about devices: two fake cameras of full size. */
export const twoCamerasLaunch = launchWith('--use-fake-device-for-media-stream=device-count=2,fps=10')

function launchWith(...more: string[]) {
  return { ...browserLaunch, args: [...browserLaunch.args, ...more] }
}
