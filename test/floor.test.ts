import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
// @ts-expect-error -- the package declares no types
import { JSDOM } from 'jsdom'
import { buildPages, isBuilt } from '../app/build.ts'
import { floor } from '../web/floor.ts'
import { type Missing, missingInScript, missingInStyle } from './floor.ts'
import { complaintsOfOldest } from './oldestTypes.ts'
import { root } from './tasks.ts'

/** Features the built pages name although the oldest browsers lack them, each with why it is harmless. */
const harmless: Readonly<Record<string, string>> = {
  '.requestFullscreen()': 'asked for first; an iPhone plays on its own full screen',
  '.exitFullscreen()': 'asked for first',
  ':fullscreen': 'only where there is a full screen',
  '.showPopover()': 'asked for first; without it notices are shown in the dialog they would lie above',
  '.hidePopover()': 'asked for first',
  '[popover]': 'as the two before; and an antd component of that name',
  '[autofocus]': 'of inputs, which have had it for long',
  '[is]': 'React, for custom elements; there are none',
  '[anchor]': 'an antd component of that name',
  '.startViewTransition()': 'React, for transitions; there are none',
  navigation: 'React asks for it first',
  'on navigate': 'as the one before',
  'on navigatesuccess': 'as the one before',
  'on navigateerror': 'as the one before',
  'on fullscreenchange': 'only where there is a full screen',
  'Uint8Array.fromBase64': 'tus asks for it first',
  '.drop()': 'of the outbox of an exam',
  '.getName()': 'of an antd animation',
  '.union()': 'of a rectangle of ECharts',
  '.dispose()': 'of a chart of ECharts',
  '.resize()': 'of a chart of ECharts',
  '.when()': 'of an animation of ECharts',
  '.delay()': 'of an animation of ECharts',
  '.install()': 'of a part of ECharts',
  '.locale()': 'of dayjs',
  '(?<=)': 'antd, for an option that nothing here sets',
  'scrollbar-width': 'a scrollbar is as the system draws it',
  'scrollbar-width: none': 'a scrollbar is as the system draws it',
  'scrollbar-width: thin': 'a scrollbar is as the system draws it',
  'align-content: start': 'of grids, which have had it for long; the data speaks of other layouts',
  'user-select: all': 'a button copies the codes',
  'content-visibility': 'rows out of sight are drawn as well',
  'content-visibility: auto': 'rows out of sight are drawn as well',
  'contain-intrinsic-height': 'rows out of sight are drawn as well',
  'contain: inline-size': 'a long name makes its column wide',
  'overscroll-behavior': 'the page behind a sheet may scroll with it',
  'overscroll-behavior: contain': 'the page behind a sheet may scroll with it',
  ':has': 'the footer is drawn, and moves, while content is still to come',
  'text-wrap': 'lines break as they always did',
  'text-wrap: pretty': 'lines break as they always did',
}

const unexpected = (missing: readonly Missing[]) => missing.filter(({ name }) => !(name in harmless))

test('the built pages need nothing that the oldest browsers lack', async () => {
  if (!isBuilt()) await buildPages()
  const wrong: string[] = []
  const named = new Set<string>()
  for (const file of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })) {
    const missingIn = file.endsWith('.js') ? missingInScript : file.endsWith('.css') ? missingInStyle : null
    const missing = missingIn?.(readFileSync(join(root, 'dist', file), 'utf8')) ?? []
    for (const { name } of missing) named.add(name)
    wrong.push(...unexpected(missing).map(({ name, near }) => `${file}: ${name} in ${near}`))
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    Object.keys(harmless).filter((name) => !named.has(name)),
    [],
    'nothing names these any more',
  )
})

/** Features the code asks the browser for first, or misses without harm. */
const askedFirst =
  /'(fullscreenElement|fullscreenEnabled|requestFullscreen|exitFullscreen|showPopover|hidePopover)' does not exist on type '(Document|HTML\w*Element)'/

test('the code of the pages compiles with what the oldest browsers have', async () => {
  const { files } = JSON.parse(readFileSync(join(root, 'tsconfig.web.json'), 'utf8')) as { files: string[] }
  const complaints = await complaintsOfOldest(files)
  assert.deepEqual(
    complaints.filter((complaint) => !askedFirst.test(complaint)),
    [],
  )
  assert.ok(
    complaints.some((complaint) => complaint.includes('showPopover')),
    'nothing was taken away',
  )
})

test('what the service worker stores is there', async () => {
  if (!isBuilt()) await buildPages()
  const text = readFileSync(join(root, 'dist/sw.js'), 'utf8')
  const { files } = JSON.parse(/= (\{"version".*?\});/.exec(text)![1]!) as { files: string[] }
  assert.ok(files.length > 30)
  assert.deepEqual(
    files.filter((file) => !existsSync(join(root, 'dist', file))),
    [],
  )
})

test('what newer browsers brought is found in a script, and what the oldest have is not', () => {
  for (const [code, name] of [
    ['export const last = (list) => list.toSorted()', '.toSorted()'],
    ['fetch("/", { signal: AbortSignal.timeout(5) })', 'AbortSignal.timeout'],
    ['Object.groupBy(list, key)', 'Object.groupBy'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['requestIdleCallback(work)', 'requestIdleCallback'],
    ['window.addEventListener(`scrollend`, work)', 'on scrollend'],
    ['form.requestSubmit()', '.requestSubmit()'],
    ['box.setAttribute(`inert`, ``)', '[inert]'],
    ['text.replace(/(?<=a)b/, "")', '(?<=)'],
    ['new RegExp(`(?<!a)b`)', '(?<=)'],
    ['class A { static { work() } }', 'static {}'],
  ] as const) {
    assert.deepEqual(
      missingInScript(code).map((lack) => lack.name),
      [name],
      code,
    )
  }
  const old = 'structuredClone([1].at(-1)); CSS.escape(name); Object.hasOwn(a, b); list.findLast(f)'
  assert.deepEqual(missingInScript(old), [])
})

test('what newer browsers brought is found in a style, unless an older value stands before it', () => {
  for (const [code, name] of [
    ['a { height: 100dvh }', 'dvh'],
    ['a:has(b) { color: red }', ':has'],
    ['a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
    ['a { b { color: red } }', '&'],
    ['@container (width > 1px) { a { color: red } }', '@container'],
    ['a { translate: 1px }', 'translate'],
    ['a { grid-template-columns: subgrid }', 'grid-template-columns: subgrid'],
    ['@media (width >= 600px) { a { color: red } }', '@media range'],
  ] as const) {
    assert.deepEqual(
      missingInStyle(code).map((lack) => lack.name),
      [name],
      code,
    )
  }
  for (const code of [
    'a { height: 100vh; height: 100dvh }',
    '@supports selector(:has(*)) { a:has(b) { color: red } }',
    'a { cursor: pointer; -webkit-user-select: none; user-select: none }',
  ]) {
    assert.deepEqual(missingInStyle(code), [], code)
  }
})

test('browsers that are too old are told so in words they understand, and which ones are not', () => {
  const text = readFileSync(join(root, 'web/public/floor.js'), 'utf8')
  for (const [browser, version] of Object.entries(floor))
    assert.ok(text.toLowerCase().includes(`${browser} ${version}`), `${browser} ${version}`)
  assert.doesNotMatch(
    text.replace(/^\/\/.*$/gm, '').replace(/'[^']*'/g, ''),
    /=>|`|\b(let|const|class)\b|\?\.|\?\?/,
  )
})

test('the page for browsers that are too old names the portal’s telephone', () => {
  const { window } = new JSDOM('<div id="root"></div>') as { window: Window }
  const { document } = window
  const sent: string[] = []
  class Request {
    private onLoad = () => {}
    addEventListener(_: string, listener: () => void) {
      this.onLoad = listener
    }
    responseText = JSON.stringify({ respCode: 200, attribute: { info: { phone: '0573-1234567' } } })
    open = (method: string, path: string) => sent.push(`${method} ${path}`)
    setRequestHeader() {}
    send() {
      this.onLoad()
    }
  }
  const code = readFileSync(join(root, 'web/public/floor.js'), 'utf8')
  runInNewContext(code, { document, XMLHttpRequest: Request })
  assert.deepEqual(sent, ['POST /api/login/get-system-config.action'])
  assert.equal(document.querySelector('#too-old a')?.getAttribute('href'), 'tel:0573-1234567')
})
