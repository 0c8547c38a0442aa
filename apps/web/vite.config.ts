import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The front proxy: for the API, and for the media server's signalling, which only opens with the API's consent. */
const front = `http://127.0.0.1:${process.env.PARLEY_PORT ?? 8080}`
const api = { '/api': front, '^/n\\d+/rtc': { target: front, ws: true } }

/** In development: a guest's page is its own document, as the API serves it (apps/api/src/platform/http/pages.ts). */
const guestPage: Plugin = {
  name: 'guest-page',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/join(?:[/?]|$)/.test(request.url ?? '')) request.url = '/join.html'
      next()
    })
  },
}

/** Removes code for Node and for locating files from MediaPipe's loader: it never runs, but each build would warn of it. */
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
  // The worker has imports. It is built into one file, and its WebAssembly and model are files beside it.
  worker: { format: 'es', plugins: () => [loaderForBrowsers] },
  build: {
    // The content policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The size of the entry is measured by `pnpm bench entry-size` instead.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        // Everything that the first page always needs is one file: a dozen small ones would wait for each other.
        codeSplitting: { groups: [{ name: 'entry', test: /\/src\/main\.tsx$/ }] },
      },
    },
  },
})
