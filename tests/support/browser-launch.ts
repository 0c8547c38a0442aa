/** The browser of journeys and proofs. */
export const browserLaunch = {
  executablePath: '/usr/bin/chromium-headless-shell',
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
