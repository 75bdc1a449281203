import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { SystemConfig } from '../features/project/contract.ts'
import { defaultSettings } from '../features/project/rules.ts'
import { firstCallsOf } from './firstCalls.ts'
import { fillPage, type FirstPage } from './firstHtml.ts'

const html = readFileSync(new URL('./index.html', import.meta.url), 'utf8')
const config = (more: object = {}) =>
  ({
    projectTitle: '某市继续教育',
    settings: { ...defaultSettings, ...more },
    demo: false,
  }) as unknown as SystemConfig
const page: FirstPage = {
  path: '/',
  title: '首页',
  frame: 'learner',
  files: { scripts: ['/assets/Home-1.js'], styles: ['/assets/portal-1.css'] },
  calls: [],
  config: config(),
  at: 1,
  language: 'zh',
}
const givenIn = (filled: string) =>
  JSON.parse(/id="given">(.*?)<\/script>/.exec(filled)![1]!) as { config: SystemConfig; calls: object[] }

test('a page comes with its files, its title, and the frame with the name of the portal', () => {
  const filled = fillPage(html, page)
  assert.match(filled, /<link rel="modulepreload" crossorigin href="\/assets\/Home-1.js">/)
  assert.match(filled, /<link rel="stylesheet" crossorigin href="\/assets\/portal-1.css">/)
  assert.match(filled, /<title>首页 · 某市继续教育<\/title>/)
  assert.ok(filled.includes(`<span class="hide-s k-clip">${defaultSettings.title}</span>`))
  assert.doesNotMatch(filled, /<!--/)
})

test('what a settings page took cannot leave its place in the page', () => {
  const title = '</script><script>alert("$&")</script>'
  const filled = fillPage(html, { ...page, config: config({ title, shortTitle: title }) })
  assert.equal(filled.split('<script>alert').length, 1)
  assert.equal(givenIn(filled).config.settings.title, title)
})

test('a file that the page has already is not named twice, and the office has no frame of the portal', () => {
  const built = html.replace(
    '</head>',
    '<link rel="stylesheet" crossorigin href="/assets/portal-1.css"></head>',
  )
  const filled = fillPage(built, { ...page, frame: 'admin', config: null })
  assert.equal(filled.split('/assets/portal-1.css').length, 2)
  assert.doesNotMatch(filled, /frame-tabs/)
  assert.equal(givenIn(filled).config, null)
})

test('an address with choices of its own begins with no call', () => {
  assert.ok(firstCallsOf('/publicClass', new URLSearchParams(), 2020).length > 3)
  assert.deepEqual(firstCallsOf('/publicClass', new URLSearchParams('page=2'), 2020), [])
  assert.deepEqual(firstCallsOf('/no-such-page', new URLSearchParams(), 2020), [])
  const calls = firstCallsOf('/detail-public', new URLSearchParams('id=7'), 2020)
  assert.equal(calls.find(({ url }) => url.endsWith('/find-class-detail.action'))!.body, '{"id":"7"}')
})
