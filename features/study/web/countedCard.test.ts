import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { QueueState } from './beatQueue.ts'
import type { Lease } from './useLease.ts'

const { show, act, fireEvent, screen } = await openRenderer()
const { cleanup: cleanUp } = await import('@testing-library/react')
const { CountedCard } = await import('./CountedCard.tsx')

interface Ahead {
  isCaptured?: boolean
  pinAt?: number
  done?: boolean
  locale?: 'zh-CN' | 'en'
  /** Asks what does not count without a connection. */
  asks?: boolean
}

async function shownFor(
  queue: QueueState,
  { isCaptured = false, pinAt, done = false, locale = 'zh-CN', asks = false }: Ahead = {},
): Promise<string> {
  const live = { refusals: [], ranges: [], done, watchedSeconds: 30, edge: 30, savedAt: null }
  const lease = { live, queue, token: { isCaptured }, pinAt: pinAt ?? null } as unknown as Lease
  const card = await show(
    createElement(CountedCard, { lease, playing: true, durationSeconds: 60, onAgain: () => assert.fail() }),
    { answers: {}, locale },
  )
  assert.ok(card.querySelector('.saving'), 'its line is there whether something is to be saved or not')
  if (asks) await act(async () => fireEvent.click(screen.getByRole('button', { name: /断开网络时/ })))
  const text = card.textContent
  cleanUp()
  return text
}

test('time that is not sent is said to be on the device only where it is', async () => {
  assert.doesNotMatch(await shownFor({ pending: 3, trouble: null, isStored: true }), /这台设备/)
  for (const trouble of ['offline', 'unreachable'] as const) {
    const stored = await shownFor({ pending: 12, trouble, isStored: true })
    assert.match(stored, /12 秒待保存.*不必停下。 ?还没有发送的学习时长已存在这台设备上，网络恢复后自动补交/)
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

const fine: QueueState = { pending: 0, trouble: null, isStored: true }
const lost: QueueState = { pending: 12, trouble: 'offline', isStored: true }

const check = /超过下一次随堂确认时刻的学习不计入/
const pin = /不能答随堂题，0:45 处的题目之后的学习不计入/

test('what a lost connection leaves uncounted is said once it is lost, and nobody is then bidden to go on', async () => {
  for (const queue of [lost, { ...lost, isStored: false }]) {
    const free = await shownFor(queue)
    assert.doesNotMatch(free, /断开网络时/)
    assert.match(free, /不必停下/)
    const checked = await shownFor(queue, { isCaptured: true })
    assert.match(checked, check)
    assert.doesNotMatch(checked, /随堂题|不必停下/)
    const asked = await shownFor(queue, { pinAt: 45 })
    assert.match(asked, pin)
    assert.doesNotMatch(asked, /随堂确认|不必停下/)
    const both = await shownFor(queue, { isCaptured: true, pinAt: 45 })
    assert.match(both, check)
    assert.match(both, pin)
    const english = await shownFor(queue, { isCaptured: true, pinAt: 45, locale: 'en' })
    assert.match(english, /beyond the moment of the next presence check does not count/)
    assert.match(english, /questions in the video cannot be answered: study beyond the one at 0:45/)
    assert.doesNotMatch(english, /No need to stop/)
  }
  assert.match(await shownFor(lost, { isCaptured: true }), /已存在这台设备上，网络恢复后自动补交/)
})

test('while the network is there it is said to who asks, and takes no lines before', async () => {
  const ahead = { isCaptured: true, pinAt: 45 }
  assert.doesNotMatch(await shownFor(fine, ahead), /断开网络时/)
  const said = await shownFor(fine, { ...ahead, asks: true })
  assert.match(said, check)
  assert.match(said, pin)
  assert.doesNotMatch(await shownFor(fine, { ...ahead, done: true }), /\?|断开网络时/)
})
