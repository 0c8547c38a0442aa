// Vite makes this module, and its default is the address of the built worker.
// oxlint-disable-next-line import/default
import workerUrl from './blur-worker.ts?worker&url'

interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string }
}

// Under our content policy a text becomes no script. This one, of ours, is the only that does; a policy of one name is made
// once. Not in TypeScript's library yet, and not in every browser.
const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
const policy = trustedTypes?.createPolicy('blur-worker', { createScriptURL: () => workerUrl })

export const startWorker = (): Worker =>
  new Worker(policy ? policy.createScriptURL('') : workerUrl, { type: 'module' })
