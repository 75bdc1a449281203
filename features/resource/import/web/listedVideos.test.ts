import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import type { ImportProgress } from '../../../import/contract.ts'

openWindow()
const { clear, draw, press, screen, sent } = await openOffice()
const { default: ListedVideos } = await import('./ListedVideos.tsx')
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
