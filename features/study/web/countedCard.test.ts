import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { QueueState } from './beatQueue.ts'
import type { Lease } from './useLease.ts'

const { show } = await openRenderer()
const { CountedCard } = await import('./CountedCard.tsx')

async function shownFor(queue: QueueState): Promise<string> {
  const live = { refusals: [], ranges: [], done: false, watchedSeconds: 30, edge: 30, savedAt: null }
  const lease = { live, queue } as unknown as Lease
  const card = await show(
    createElement(CountedCard, { lease, playing: true, durationSeconds: 60, onAgain: () => assert.fail() }),
    { answers: {} },
  )
  return card.textContent
}

test('time that is not sent is said to be on the device only where it is', async () => {
  assert.doesNotMatch(await shownFor({ pending: 3, trouble: null, isStored: true }), /这台设备/)
  for (const trouble of ['offline', 'unreachable'] as const) {
    const stored = await shownFor({ pending: 12, trouble, isStored: true })
    assert.match(stored, /12 秒待保存.*不必停下：还没有发送的学习时长已存在这台设备上，网络恢复后自动补交/)
    const open = await shownFor({ pending: 12, trouble, isStored: false })
    assert.match(open, /请不要关闭这一页：这台设备不能保存，.*只记在这一页里/)
    assert.doesNotMatch(open, /已存在这台设备/)
  }
  assert.match(
    await shownFor({ pending: 12, trouble: 'signedOut', isStored: true }),
    /登录已失效.*已存在这台设备上。请用同一个账号重新登录并打开课程/,
  )
  assert.match(
    await shownFor({ pending: 12, trouble: 'signedOut', isStored: false }),
    /不能存在这台设备上。重新登录后，请把没有计入的部分再看一遍/,
  )
})
