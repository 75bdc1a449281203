import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { beginScript } from './app/beginScript.ts'
import { leanContracts } from './app/leanContracts.ts'
import { serverPaths } from './app/serverPaths.ts'
import { offlineCheck } from './app/offlineCheck.ts'
import { serviceWorker } from './app/serviceWorker.ts'
import { chunks } from './app/chunks.ts'
import { floor } from './web/floor.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const target = Object.entries(floor).map(([browser, version]) => `${browser}${version}`)

export default defineConfig({
  root: path('./app'),
  publicDir: path('./web/public'),
  plugins: [leanContracts(), react(), beginScript(), chunks(), serviceWorker(), offlineCheck(target)],
  resolve: { alias: { typebox: path('./web/schema.ts') } },
  build: {
    outDir: path('./dist'),
    emptyOutDir: true,
    target,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    // Schemas and refusals are the server's, and a page needs few lifecycles: what declares them has no effect.
    rolldownOptions: {
      treeshake: {
        propertyReadSideEffects: false,
        manualPureFunctions: ['Type', 'OneOf', 'Nullable', 'Text', 'PageOf', 'refusals', 'lifecycle'],
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(serverPaths.map((p) => [`^${p}(/|\\?|$)`, 'http://127.0.0.1:8080'])),
  },
})
