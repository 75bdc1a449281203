import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { type TransferRecord, transferRefusals } from '../contract.ts'

openWindow()
const { clear, draw, press, sent, type } = await openOffice()
const { currentNotices } = await import('../../../web/notice.ts')
const { default: UndoTransfer } = await import('./UndoTransfer.tsx')
afterEach(clear)

const record: TransferRecord = {
  id: 't1',
  accountId: 'a1',
  realName: '王芳',
  cardMask: null,
  unitName: null,
  fromId: 'e1',
  fromName: '旧班',
  toId: 'e2',
  toName: '新班',
  carriedSeconds: 90,
  carriedVideos: 2,
  progressBefore: 6200,
  progressAfter: 4100,
  priceDifference: 0,
  reason: '换到新班',
  operatorName: 'clerk',
  createdAt: '2020-01-01T00:00:00Z',
  undoneAt: null,
  undoReason: null,
  undoUntil: '2020-01-02T00:00:00Z',
}

test('an undo by which the learner would pass says what to do, and its dialog stays open', async () => {
  let isClosed = false
  const onClose = () => (isClosed = true)
  const refusal = new Refusal(transferRefusals.passes, { name: '旧班' })
  await draw(createElement(UndoTransfer, { record, onClose }), {
    'undo-transfer-class': { respCode: 409, respDesc: refusal.say('zh'), attribute: null },
  })
  await type('撤销原因', '选错了班级')
  await press(/^撤\s?销$/)
  assert.deepEqual(sent.at(-1)!.body, { recordId: 't1', reason: '选错了班级' })
  const [notice] = currentNotices()
  assert.match(notice!.text, /到该班会立即合格.*请有转班权限的同事办理/)
  assert.equal(isClosed, false)
})
