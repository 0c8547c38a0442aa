import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { oneFile } from './vite/one-file.ts'
import { readContent } from './vite/read-content.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), readContent(), oneFile()],
  server: { host: '127.0.0.1', port: 5174, strictPort: true },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The page is opened from file:// and can load no other file, so even fonts are inlined.
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 1500,
  },
})
