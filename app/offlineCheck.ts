import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const entry = fileURLToPath(new URL('../features/certificate/signature/web/savedPage.ts', import.meta.url))

/** Writes `offlineCheck.js`: the script of the page that is saved to check certificates without a network, in one piece. */
export function offlineCheck(target: string[]): Plugin {
  return {
    name: 'offline-check',
    apply: 'build',
    async generateBundle() {
      const { rolldown } = await import('rolldown')
      const bundle = await rolldown({ input: entry, transform: { target }, treeshake: true })
      const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false })
      await bundle.close()
      this.emitFile({ type: 'asset', fileName: 'offlineCheck.js', source: output[0].code })
    },
  }
}
