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

/** A sound that a browser keeps silent until it is resumed in a gesture. */
function fakeSound() {
  const made: { state: string }[] = []
  let tones = 0
  const passOn = (next: unknown) => next
  class FakeSound {
    state = 'suspended'
    currentTime = 0
    destination = {}
    constructor() {
      made.push(this)
    }
    async resume() {
      this.state = 'running'
    }
    createOscillator() {
      return { frequency: {}, connect: passOn, start: () => tones++, stop() {} }
    }
    createGain() {
      return { gain: {}, connect: passOn }
    }
  }
  Object.defineProperty(globalThis, 'AudioContext', { value: FakeSound, configurable: true })
  return { made, tones: () => tones }
}

test('a check is heard once its learner has pressed something on the page, by the one sound that the gesture began', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { made, tones } = fakeSound()
  const room = { item: finished, focused: false, onOpen() {}, onProgress() {} }
  const capture = {
    captureId: 'c1',
    state: 'open',
    kind: 'presence',
    nonce: 'n1',
    dueAt: '2999-03-04T00:00:00.000Z',
    secondsLeft: 60,
    triesLeft: 3,
    makeUpUntil: null,
  } as const
  const terms = {
    kind: 'presence',
    consent: 'none',
    everyFrom: 15,
    everyTo: 25,
    seconds: 60,
    misses: 0,
    missesAllowed: 9,
    makeUpDays: 3,
  }
  const pass = (seconds: number) => act(async () => t.mock.timers.tick(seconds * 1000))
  await show(createElement(StudyRoom, { ...room, process: processOf({}) }), {
    answers: {
      '/api/get-video-token.action': { ...token, isCaptured: true, capture },
      '/api/find-capture-terms.action': terms,
      '/api/find-my-captures.action': [],
    },
  })
  await screen.findByRole('button', { name: '我在学习' })
  await pass(10)
  assert.deepEqual([made.length, tones()], [0, 0], 'a browser would keep it silent for good')
  await act(async () => fireEvent.keyDown(document.body, { key: 'Tab' }))
  await act(async () => fireEvent.click(document.body))
  assert.deepEqual(
    made.map(({ state }) => state),
    ['running'],
  )
  await pass(10)
  assert.equal(tones(), 2)
})
