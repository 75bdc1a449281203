import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { beginScript } from './beginScript.ts'

test('the page carries the script that begins its calls, and fetches no file for it', async () => {
  const html = readFileSync(new URL('./index.html', import.meta.url), 'utf8')
  const transform = beginScript().transformIndexHtml as (html: string) => Promise<string>
  const [, code] = /<script>([^]*?)<\/script>/.exec(await transform(html))!
  assert.equal(code, readFileSync(new URL('../web/begin.js', import.meta.url), 'utf8'))
})
