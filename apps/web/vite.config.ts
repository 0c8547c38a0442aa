import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The front proxy: the API, and the media server's signalling behind the API's word. */
const front = `http://127.0.0.1:${process.env.PARLEY_PORT ?? 8080}`
const api = { '/api': front, '^/n\\d+/rtc': { target: front, ws: true } }

/** While developing, as the api does for the built web (apps/api/src/platform/pages.ts): a guest's page is a page of its own. */
const guestPage: Plugin = {
  name: 'guest-page',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/join(?:[/?]|$)/.test(request.url ?? '')) request.url = '/join.html'
      next()
    })
  },
}

/** What MediaPipe's loader would do in Node, or find by itself, is never asked for; each build would warn of it. */
const loaderForBrowsers: Plugin = {
  name: 'loader-for-browsers',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/vision_wasm_module_internal.js')
      ? code
          .replace('await import("node:module")', '{}')
          .replace('new URL("vision_wasm_module_raw_internal.wasm", import.meta.url).href', '""')
      : undefined,
}

export default defineConfig({
  plugins: [react(), tailwindcss(), guestPage],
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: api },
  preview: { host: '127.0.0.1', port: 4173, strictPort: true, proxy: api },
  // A worker that imports: it has one file, and its WebAssembly and model are files beside it.
  worker: { format: 'es', plugins: () => [loaderForBrowsers] },
  build: {
    // The content policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // How large the entry may be is a measurement of its own: `pnpm bench entry-size`.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // What the first page always needs comes in one file: a dozen small ones would wait for each other's turn.
        codeSplitting: { groups: [{ name: 'entry', test: /\/src\/main\.tsx$/ }] },
      },
    },
  },
})
