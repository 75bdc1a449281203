import { readFile } from 'node:fs/promises'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { PublishedKey } from '../rules.ts'

/** The script of the saved page, as the build of the pages writes it. */
const script = new URL('../../../../dist/offlineCheck.js', import.meta.url)

/** The title until the script says it in the reader's language. */
const title = 'Offline certificate check'

const own = `header button{width:auto;padding:0 16px}textarea{font:14px/1.5 ui-monospace,monospace;padding:12px;border:1px solid light-dark(#7a8896,#6d7b8a);border-radius:10px;background:transparent;color:inherit;box-sizing:border-box;width:100%;overflow-wrap:anywhere}
h2.good{color:light-dark(#1a7f4b,#5fd39a)}h2.unsure{color:light-dark(#9a5b00,#f0b45c)}main>p{padding-top:16px}.plain{background:transparent;color:inherit;border:1px solid light-dark(#7a8896,#6d7b8a)}`

/**
 * One file that checks certificates without a network: the script, the published keys and the styles are in it. Refuses
 * (503) while the pages of the portal are not built.
 */
export async function savedPage(content: {
  keys: readonly PublishedKey[]
  portal: string
  day: string
  styles: string
}): Promise<string> {
  const { styles, ...saved } = content
  const code = await readFile(script, 'utf8').catch(() => refuse(commonRefusals.overloaded))
  // Neither the script nor a key may end the element that holds it.
  const inline = (text: string) => text.replaceAll('</', '<\\/')
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${styles}${own}</style></head><body>
<script type="application/json" id="saved">${inline(JSON.stringify(saved))}</script><script>${inline(code)}</script></body></html>`
}
