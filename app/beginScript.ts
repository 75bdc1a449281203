import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const source = new URL('../web/begin.js', import.meta.url)

/**
 * Writes `begin.js` into the page: a file of its own would hold up the first paint, and the calls that it begins, by a
 * round trip.
 */
export function beginScript(): Plugin {
  return {
    name: 'begin-script',
    async transformIndexHtml(html) {
      const code = await readFile(source, 'utf8')
      return html.replace('<!--begin-->', () => `<script>${code}</script>`)
    },
  }
}
