// Vite generates this module; its default export is the URL of the built worker.
// oxlint-disable-next-line import/default
import workerUrl from './blur-worker.ts?worker&url'

interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string }
}

// Our content policy refuses a string as a script's URL (Trusted Types). This policy of ours is the only one that may create
// such a URL, and a policy name can be registered only once. TypeScript's library doesn't have the API yet, nor does every
// browser.
const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
const policy = trustedTypes?.createPolicy('blur-worker', { createScriptURL: () => workerUrl })

export const startWorker = (): Worker =>
  new Worker(policy ? policy.createScriptURL('') : workerUrl, { type: 'module' })
