import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { SystemConfig } from '../features/project/contract.ts'
import { defaultSettings } from '../features/project/rules.ts'
import { firstCallsOf, firstPaths } from './firstCalls.ts'
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
  styles: new Map([['/assets/portal-1.css', '.frame{color:red}']]),
  calls: [],
  pictures: [],
  config: config(),
  at: 1,
  language: 'zh',
}
const givenIn = (filled: string) =>
  JSON.parse(/id="given">(.*?)<\/script>/.exec(filled)![1]!) as { config: SystemConfig; calls: object[] }

test('a page comes with its files, its title, and the frame with the name of the portal', () => {
  const filled = fillPage(html, page)
  assert.match(filled, /<link rel="modulepreload" crossorigin href="\/assets\/Home-1.js">/)
  assert.ok(filled.includes('<style>.frame{color:red}</style>'))
  assert.match(filled, /<title>首页 · 某市继续教育<\/title>/)
  assert.ok(filled.includes(`<span class="hide-s k-clip">${defaultSettings.title}</span>`))
  assert.deepEqual(/<!--.*?-->/g.exec(filled)?.slice(), ['<!--begin-->'])
})

test('files and pictures are asked for once the width of the screen is known, and before the styles have come', () => {
  const picture = { address: '/media/image/a.jpg', media: '(max-width: 767px)' }
  const filled = fillPage(html, { ...page, pictures: [picture] })
  const places = [
    'name="viewport"',
    'rel="modulepreload"',
    '<link rel="preload" as="image" media="(max-width: 767px)" href="/media/image/a.jpg">',
    '<style>',
  ].map((text) => filled.indexOf(text))
  assert.ok(!places.includes(-1))
  assert.deepEqual(
    places.toSorted((a, b) => a - b),
    places,
  )
})

test('a page without a frame names the portal while it comes', () => {
  const filled = fillPage(html, { ...page, frame: 'bare', config: config({ shortTitle: '某市继教' }) })
  assert.ok(filled.includes('<p class="k-muted">某市继教</p>'))
})

test('a stylesheet is fetched by no page of the portal, and by one of the office', () => {
  const fetched = (frame: FirstPage['frame']) =>
    [...fillPage(html, { ...page, frame }).matchAll(/<link rel="stylesheet"([^>]*)>/g)].map(
      ([, how]) => !how!.includes(' disabled '),
    )
  assert.deepEqual([fetched('learner'), fetched('bare'), fetched('admin')], [[false], [false], [true]])
})

test('a stylesheet whose text is not known is linked', () => {
  const built = html.replace(
    '</head>',
    '<link rel="stylesheet" crossorigin href="/assets/lost-1.css"></head>',
  )
  assert.ok(fillPage(built, page).includes('<link rel="stylesheet" crossorigin href="/assets/lost-1.css">'))
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

test('sign-ups begin with their calls, while their code is not with that of the first pages', () => {
  const calls = firstCallsOf('/trainIndex', new URLSearchParams(), 2020)
  assert.ok(calls.some(({ url, by }) => url.endsWith('/score/find-mine.action') && by === 'learner'))
  assert.ok(!firstPaths.has('/trainIndex'))
})
