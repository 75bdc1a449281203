import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { PreviewRow } from '../contract.ts'

openWindow()
const { clear, draw, settle } = await openOffice()
const { TransferPreview } = await import('./TransferPreview.tsx')
afterEach(clear)

const row: PreviewRow = {
  enrolmentId: 'e1',
  realName: '王芳',
  cardMask: null,
  className: '旧班',
  carriedSeconds: 90,
  carriedVideos: 2,
  watchedSeconds: 120,
  progressBefore: 6200,
  progressAfter: 4100,
  priceDifference: 3000,
  leavesScore: false,
  problem: null,
}

test('a preview says what is carried, both percents and the difference, and of who cannot move why', async () => {
  const refused = {
    ...row,
    enrolmentId: 'e2',
    realName: '李强',
    problem: { zh: '已合格，请先撤回', en: 'Has passed' },
  }
  await draw(createElement(TransferPreview, { ids: ['e1', 'e2'], classId: 'c1' }), {
    'unit-class/preview-transfer-class': { className: '新班', placesLeft: 3, rows: [row, refused] },
  })
  await settle()
  const text = document.body.textContent
  assert.match(text, /1 人可以转，1 人不能转/)
  assert.match(text, /2 个视频，1分30秒/)
  assert.match(text, /62% → 41%/)
  assert.match(text, /\+30\.00/)
  assert.match(text, /剩余名额 3 个/)
  // Who cannot move comes first.
  assert.ok(text.indexOf('已合格，请先撤回') < text.indexOf('王芳'))
})
