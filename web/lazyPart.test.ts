import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, useState, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { openRenderer } from '../test/rendered.ts'

const { show, settle, screen, act, fireEvent } = await openRenderer()
const { report } = await import('./connection.ts')
const { LazyPage, lazyPart } = await import('./lazyPart.tsx')
const { currentNotices, dismiss } = await import('./notice.ts')
const { forgetUnsaved, noteUnsaved } = await import('./shell/view/unsaved.ts')

let isCut = false
let reloads = 0
Object.assign(globalThis, { location: { pathname: '/', search: '', reload: () => reloads++ } })
afterEach(() => {
  isCut = false
  reloads = 0
  portal = '{}'
  document.querySelector('script')?.remove()
  forgetUnsaved()
  report(true)
  for (const { id } of currentNotices()) dismiss(id)
})

/** Code that the network brings unless it is cut, or never. */
const part =
  (text: string, isGone = false) =>
  () =>
    isCut || isGone
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
      : Promise.resolve({ default: (_: { onClose?: () => void }) => createElement('p', null, text) })

/** Code of a version that another has replaced: the server answers, but not with it. */
const part404 = (text: string) => part(text, true)
const pageOf = (load: ReturnType<typeof part>) => () => createElement(LazyPage, { load })
/** The entry of this page's version, and whether the server's is another. */
function deploy(isOther: boolean): void {
  document.querySelector('script')?.remove()
  const entry = document.createElement('script')
  Object.assign(entry, { type: 'module', src: 'http://localhost/assets/web-1.js' })
  document.head.append(entry)
  portal = `<script type="module" src="/assets/web-${isOther ? 2 : 1}.js"></script>`
}
let portal = '{}'

/** Draws parts beside a form, as the network is. */
async function draw(...parts: Parameters<typeof createElement>[0][]): Promise<void> {
  const reply = () => {
    if (isCut) throw new TypeError('Failed to fetch')
    return new Response(portal)
  }
  const content = parts.map((one, i) => createElement(Suspense, { key: i }, createElement(one as () => null)))
  const page = createElement('div', null, createElement('form', null, '填了一半'), ...content)
  await show(createElement(ErrorBoundary, { fallback: createElement('p', null, '坏了') }, page), { reply })
  await settle()
}
const retry = () => screen.getByRole('button', { name: '重试' })
const press = async () => {
  await act(async () => fireEvent.click(retry()))
  await settle()
}

test('a part that was not loaded says so in its place, and comes when the network is back', async () => {
  isCut = true
  const Bell = lazyPart(part('消息'))
  await draw(Bell, Bell)
  assert.equal(screen.getAllByText('网络中断，这一部分没有打开').length, 2)
  assert.ok(screen.getByText('填了一半'))
  isCut = false
  await act(async () => report(true))
  await settle()
  assert.equal(screen.getAllByText('消息').length, 2)
})

test('a file that fails while the server answers is loaded again by itself, each time later', async (t) => {
  let left = 2
  const load = part('消息')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await draw(lazyPart(() => (left-- > 0 ? part404('')() : load())))
  const pass = async (ms: number) => {
    await act(async () => t.mock.timers.tick(ms))
    await settle()
  }
  await pass(1999)
  assert.equal(left, 1)
  await pass(1)
  assert.equal(left, 0)
  await pass(3999)
  assert.ok(retry())
  await pass(1)
  assert.ok(screen.getByText('消息'))
})

test('a retry without a network says that it is still gone', async () => {
  isCut = true
  Object.assign(navigator, { onLine: false })
  await draw(lazyPart(part('消息')))
  await press()
  assert.ok(retry())
  assert.deepEqual(
    currentNotices().map(({ text }) => text),
    ['网络还没有恢复'],
  )
  Object.assign(navigator, { onLine: true })
})

test('what one page failed at does not make another reload: each is loaded again by itself', async () => {
  isCut = true
  const pages = [part('一'), part('二')].map((load) => () => createElement(LazyPage, { load }))
  await draw(...pages)
  isCut = false
  await act(async () => report(true))
  await settle()
  assert.ok(screen.getByText('一'))
  assert.ok(screen.getByText('二'))
  assert.equal(reloads, 0)
})

test('where a retry did not help the page is loaded again, but never while something is unsaved', async () => {
  await draw(lazyPart(part('消息', true)))
  await press()
  assert.equal(reloads, 0)
  noteUnsaved('/train-manage/class', 'f1', true)
  await press()
  assert.equal(reloads, 0)
  assert.match(currentNotices()[0]!.text, /请先保存/)
  forgetUnsaved()
  await press()
  assert.equal(reloads, 1)
})

test('a dialog that was not loaded closes with a notice, and is loaded when it is opened again', async () => {
  isCut = true
  const Photo = lazyPart(part('照片'))
  const Opener = () => {
    const [open, setOpen] = useState(false)
    const onClick = () => setOpen(true)
    return createElement(
      'div',
      null,
      createElement('button', { onClick }, '打开'),
      open && createElement(Photo, { onClose: () => setOpen(false) }),
    )
  }
  await draw(Opener)
  const openIt = () => act(async () => fireEvent.click(screen.getByText('打开')))
  await openIt()
  assert.match(currentNotices()[0]!.text, /这一部分没有打开/)
  isCut = false
  await openIt()
  assert.ok(screen.getByText('照片'))
})

test('code of a replaced version is told as a new one; a page is loaded again by itself, once', async () => {
  deploy(true)
  await draw(pageOf(part404('页')))
  assert.equal(reloads, 1)
  assert.ok(screen.getByText('平台已更新到新版本'))
  assert.ok(!screen.queryByText(/网络中断/))
  await draw(pageOf(part404('页')))
  assert.equal(reloads, 1, 'not again within the minute')
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: '刷新页面' }).at(-1)!))
  assert.equal(reloads, 2)
  sessionStorage.clear()
})

test('with something unsaved, or for a panel, only its reader loads the page again', async () => {
  deploy(true)
  await draw(lazyPart(part404('消息')))
  assert.ok(screen.getByText('平台已更新到新版本'))
  assert.equal(reloads, 0)
  noteUnsaved('/train-manage/class', 'f1', true)
  await draw(pageOf(part404('页')))
  assert.equal(reloads, 0)
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: '刷新页面' }).at(-1)!))
  assert.equal(reloads, 0)
  assert.match(currentNotices()[0]!.text, /请先保存/)
})

test('the same version with a lost connection is still told as that', async () => {
  deploy(false)
  await draw(lazyPart(part404('消息')))
  assert.ok(screen.getByText('网络中断，这一部分没有打开'))
})

test('what little is missed says nothing, and any other error is not the network’s', async () => {
  isCut = true
  await draw(lazyPart(part('页脚'), 'nothing'))
  assert.ok(!screen.queryByRole('button', { name: '重试' }))
  isCut = false
  await draw(lazyPart(() => Promise.reject(new Error('broken'))))
  assert.ok(screen.getByText('坏了'))
})
