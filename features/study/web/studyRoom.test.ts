import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { ClassProcess, StudyItem, VideoToken } from '../contract.ts'

const { show, act, fireEvent, screen } = await openRenderer()

// A window without media: the element remembers where it was taken.
let position = 0
const { HTMLMediaElement, Element } = window as unknown as typeof globalThis
for (const name of ['play', 'pause', 'load'] as const) {
  Object.defineProperty(HTMLMediaElement.prototype, name, { value: () => Promise.resolve() })
}
Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
  get: () => position,
  set: (to: number) => {
    position = to
  },
})
Object.defineProperty(Element.prototype, 'setPointerCapture', { value: () => {}, configurable: true })
Object.defineProperty(Element.prototype, 'getBoundingClientRect', {
  value: () => ({ left: 0, top: 0, width: 600, height: 10 }),
})
const { StudyRoom } = await import('./StudyRoom.tsx')
beforeEach(() => {
  position = 0
  sessionStorage.clear()
})

const finished: StudyItem = {
  itemId: 'i1',
  resourceId: 'r1',
  title: '第一讲',
  durationSeconds: 600,
  watchedSeconds: 600,
  furthest: 600,
  position: 600,
  state: 'done',
  completedAt: '2023-03-01T00:00:00.000Z',
  ranges: [[0, 600]],
  refusals: [],
}
const token: VideoToken = {
  leaseToken: 'l1',
  openedAt: '2023-03-02T00:00:00.000Z',
  playUrl: '/media/play/v',
  subtitlesUrl: null,
  kind: 'file',
  durationSeconds: 600,
  resumeAt: 0,
  beatSeconds: 10,
  lapseSeconds: 45,
  maxPlayRate: 100,
  pauseWhenHidden: false,
  furthest: 600,
  pinAt: null,
  isCaptured: false,
  capture: null,
  aheadSeconds: 2,
}
const processOf = (settings: Partial<ClassProcess['settings']>) =>
  ({
    enrolmentId: 'e1',
    className: '急救',
    progress: 10_000,
    studyDone: true,
    exam: null,
    status: 'passed',
    watchedSeconds: 600,
    requiredSeconds: 600,
    remainingSeconds: 0,
    hoursTenths: 10,
    expiresAt: null,
    settings: { videoCanSeek: false, finishVideoCanSeek: false, secondWindow: 'refuse', ...settings },
    courses: [
      {
        courseId: 'c1',
        name: '急救',
        teacherName: '',
        attribute: 'required',
        hoursTenths: 10,
        items: [finished],
      },
    ],
  }) as unknown as ClassProcess

/** Drags the position to a second of the finished video and returns where the video is then. */
async function dragTo(second: number, settings: Partial<ClassProcess['settings']>): Promise<number> {
  const room = { item: finished, focused: false, onOpen() {}, onProgress() {} }
  await show(createElement(StudyRoom, { ...room, process: processOf(settings) }), {
    answers: { '/api/get-video-token.action': token },
  })
  const bar = await screen.findByRole('slider', { name: '播放位置' })
  await act(async () => fireEvent.pointerDown(bar, { clientX: 0, pointerId: 1 }))
  await act(async () => fireEvent.pointerMove(bar, { clientX: second, pointerId: 1 }))
  await act(async () => fireEvent.pointerUp(bar, { clientX: second, pointerId: 1 }))
  return position
}

test('a finished video is skipped through where the project allows it', async () => {
  assert.equal(await dragTo(400, { finishVideoCanSeek: true }), 400)
})

test('where the project does not allow it, a finished video is watched again from where one is', async () => {
  assert.equal(await dragTo(400, {}), 2)
  assert.match(document.body.textContent, /只能拖到已经看过的地方/)
})

test('a check closed unanswered leaves its video standing, with the words and the way to make it up', async () => {
  const room = { item: finished, focused: false, onOpen() {}, onProgress() {} }
  const capture = {
    captureId: 'c1',
    state: 'stopped',
    kind: 'presence',
    nonce: null,
    dueAt: null,
    secondsLeft: 0,
    triesLeft: 0,
    makeUpUntil: '2999-03-04T00:00:00.000Z',
  } as const
  await show(createElement(StudyRoom, { ...room, process: processOf({}) }), {
    answers: { '/api/get-video-token.action': { ...token, isCaptured: true, capture } },
  })
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: '关闭' })))
  assert.ok(!screen.queryByRole('dialog'))
  const waits = screen.getByRole('region', { name: '请确认您在学习' })
  assert.match(waits.textContent, /请在 2999年3月4日.*前点“现在补确认”/)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '现在补确认' })))
  assert.ok(screen.getByRole('dialog'))
})
