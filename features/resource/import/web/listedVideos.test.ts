import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import type { ImportProgress } from '../../../import/contract.ts'

openWindow()
const { act, clear, draw, press, screen, sent, settle } = await openOffice()
const { default: ListedVideos } = await import('./ListedVideos.tsx')
const { addVideos, releaseHeld } = await import('../../web/uploads.ts')
const { Upload } = await import('tus-js-client')
afterEach(clear)

const progress = { importId: 'i1', status: 'checked' } as ImportProgress
const files = (missing: string[], extra: string[] = []) => ({
  ...progress,
  arrived: 3,
  missing,
  extra: extra.map((name) => ({ uploadId: `of ${name}`, name })),
})
const drawn = (answer: object, answers: object = {}) =>
  draw(createElement(ListedVideos, { progress, params: { categoryId: 'c1' } }), {
    'get-import-video-process': answer,
    ...answers,
  })

test('missing files of a list are named, the first of many with their count', async () => {
  await drawn(files(['第19讲.mp4', '第20讲.mp4']))
  assert.ok(screen.getByText('清单里的文件：已传到 3 个，还缺 2 个'))
  assert.ok(screen.getByText('还缺：第19讲.mp4、第20讲.mp4'))
  clear()
  await drawn(files(Array.from({ length: 12 }, (_, i) => `${i}.mp4`)))
  assert.ok(screen.getByText('还缺：0.mp4、1.mp4、2.mp4、3.mp4、4.mp4、5.mp4、6.mp4、7.mp4 等 12 个'))
  await press('列出全部 12 个')
  assert.ok(screen.getByText(/^还缺：0\.mp4、.*、10\.mp4、11\.mp4$/))
  assert.ok(!screen.queryByRole('button', { name: /列出全部/ }))
  assert.ok(screen.getByText(/传到的文件保留一天/))
})

/** Sends files as far as it goes without their bytes: a server that lets so many be announced, and then says to wait. */
async function sending(names: readonly string[], allowed: number) {
  let left = allowed
  let lost = 0
  let announced = 0
  const server = {
    announced: () => announced,
    allow: (more: number) => (left = more),
    lose: (next: number) => (lost = next),
  }
  const tooMany = { respCode: 429, respDesc: '操作太频繁，请 37 秒后再试', attribute: null, retryAfter: 37 }
  mock.method(Upload.prototype, 'findPreviousUploads', async () => [])
  mock.method(Upload.prototype, 'start', function (this: InstanceType<typeof Upload>) {
    if (lost-- > 0) return this.options.onError?.(new Error('the line is cut'))
    this.url = `/files/${++announced}`
    this.options.onSuccess?.({ lastResponse: null as never })
  })
  await draw(createElement(ListedVideos, { progress: undefined, params: {} }), {})
  mock.method(globalThis, 'fetch', async (path: string) => {
    const isCheck = path.includes('upload-resource-check')
    if (isCheck && left-- <= 0) return new Response(JSON.stringify(tooMany))
    const attribute = isCheck
      ? { mime: 'video/mp4', cues: null }
      : { endpoint: '/files', token: 't', chunkBytes: 1 }
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))
  })
  await act(async () =>
    addVideos(
      names.map((name) => new File(['video'], name)),
      'list',
    ),
  )
  return server
}
const inState = (state: RegExp) => screen.queryAllByText(state, { selector: 'output' }).length

test('of 200 files those beyond the limit wait as long as the server says, and none fails', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const server = await sending(
    Array.from({ length: 200 }, (_, i) => `第${i + 1}讲.mp4`),
    120,
  )
  while (inState(/到时自动继续/) === 0) await settle()
  assert.ok(screen.getByText(/^操作太频繁，请 37 秒后再试，到时自动继续/))
  assert.deepEqual([inState(/^已传到/), inState(/^排队中/), server.announced()], [120, 79, 120])
  await settle()
  assert.equal(server.announced(), 120, 'nothing is asked meanwhile')
  server.allow(120)
  await act(async () => t.mock.timers.tick(37_000))
  while (inState(/^已传到/) < 200) await settle()
  assert.ok(!screen.queryByRole('button', { name: /全部继续/ }))
  await act(async () => releaseHeld(new Set()))
})

test('files whose line was cut go on together by one button', async () => {
  const server = await sending(['一.mp4', '二.mp4', '三.mp4'], 10)
  while (inState(/^已传到/) < 3) await settle()
  await act(async () => releaseHeld(new Set()))
  server.lose(2)
  await act(async () => addVideos([new File(['a'], '四.mp4'), new File(['b'], '五.mp4')], 'list'))
  while (inState(/^网络中断/) < 2) await settle()
  await press('全部继续（2 个没有传完）')
  while (inState(/^已传到/) < 2) await settle()
  await act(async () => releaseHeld(new Set()))
})

test('files that no list has go into the library as well, with titles by their names', async () => {
  await drawn(files([], ['加_课.mp4', '再加.mp4']), { 'resource/save': { id: 'r1', sameAs: null } })
  assert.ok(screen.getByText('清单里没有的文件：加_课.mp4、再加.mp4'))
  await press('也放进视频库')
  const saved = sent.filter(({ path }) => path.includes('resource/save')).map(({ body }) => body)
  assert.deepEqual(saved, [
    { uploadId: 'of 加_课.mp4', title: '加 课', categoryId: 'c1' },
    { uploadId: 'of 再加.mp4', title: '再加', categoryId: 'c1' },
  ])
})

test('a file that the library refuses says why, and those before it have gone in', async () => {
  let asked = 0
  await drawn(files([], ['一.mp4', '二.mp4']), {
    'resource/save': () =>
      asked++ === 0 ? { id: 'r1', sameAs: null } : { respCode: 404, respDesc: '目录已删除', attribute: null },
  })
  await press('也放进视频库')
  assert.ok(screen.getByText('目录已删除'))
  assert.equal(asked, 2)
})
