import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openComponents } from '../test/jsx.ts'
import { openWindow } from '../test/window.ts'
import { contrast } from '../web/shades.ts'

openWindow()
openComponents()
Object.assign(navigator, { userAgent: 'a browser' })
const { default: theme } = await import('antd/es/theme')
const { tagTokens } = await import('./officeTheme.ts')

test('a tag of every colour is at least 4.5:1 on its tint, by day and by night', () => {
  for (const dark of [false, true]) {
    const own = theme.getDesignToken({
      algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    }) as unknown as Record<string, string>
    const { presets, statuses } = tagTokens(dark)
    const pairs = [
      ...Object.entries(presets).map(([key, text]) => [key, text, own[key.replace('7', '1')]] as const),
      ...Object.entries(statuses).map(([key, text]) => [key, text, own[`${key}Bg`]] as const),
    ]
    assert.ok(pairs.length >= 12)
    for (const [key, text, tint] of pairs)
      assert.ok(contrast(text, tint!) >= 4.5, `${key} ${dark ? 'dark' : 'light'}: ${text} on ${tint}`)
  }
})

test('no tag has a colour that is not among them', () => {
  const { presets, statuses } = tagTokens(false)
  const known = new Set([
    'default',
    'processing',
    ...Object.keys(presets).map((key) => key.slice(0, -1)),
    ...Object.keys(statuses).map((key) => key.slice('color'.length).toLowerCase()),
  ])
  const files = ['features', 'web', 'app'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => `${folder}/${file}`),
  )
  const used = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<Tag\b[^>]*?\bcolor="([^"]+)"/g)].map((found) => found[1]!),
  )
  assert.ok(used.length > 10)
  assert.deepEqual(
    used.filter((color) => !known.has(color)),
    [],
  )
})
