import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { ClassProcess, StudyItem, VideoToken } from '../contract.ts'

const { show, settle, act, fireEvent, screen, sent } = await openRenderer()

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

const warning = /这里有一道题还没有答/
const question = {
  versionId: 'v1',
  type: 'judge',
  category: '',
  resourceId: 'r1',
  atSecond: 5,
  mustPass: true,
  rewindTo: null,
  material: '',
  parts: [{ type: 'judge', stem: '对吗？', options: ['正确', '错误'], blanks: 0 }],
}

/** Plays up to a question at second 5, past which the beat went a little. */
async function playToQuestion(): Promise<void> {
  const item: StudyItem = {
    ...finished,
    state: 'untouched',
    watchedSeconds: 4,
    furthest: 4,
    position: 4,
    ranges: [[0, 4]],
  }
  const room = { item, focused: false, onOpen() {}, onProgress() {} }
  await show(createElement(StudyRoom, { ...room, process: processOf({}) }), {
    answers: {
      '/api/get-video-token.action': { ...token, furthest: 4, pinAt: 5 },
      '/api/video-task.action': {
        sequence: 1,
        acceptedSeconds: 1,
        refused: { reason: 'question_open', from: 5, to: 5.4 },
        savedAt: '2023-03-02T00:00:10.000Z',
        watchedSeconds: 5,
        furthest: 5,
        itemDone: false,
        progress: 100,
        leaseHeld: true,
        leaseEnd: null,
        capture: null,
      },
      '/api/get-pinned-question.action': { question, tries: 0, retryAt: null },
      '/api/answer-pinned-question.action': {
        passed: true,
        right: true,
        tries: 1,
        rewindTo: null,
        retryAt: null,
        pinAt: null,
        keys: null,
      },
    },
  })
  const video = document.querySelector('video')!
  position = 4
  await act(async () => fireEvent.seeked(video))
  position = 5.4
  await act(async () => fireEvent.timeUpdate(video))
  await settle()
  assert.equal(sent.filter(({ path }) => path.endsWith('video-task.action')).length, 1)
}

test('a question that is open is not warned of, and none that is answered', async () => {
  await playToQuestion()
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /正确/ })))
  assert.doesNotMatch(document.body.textContent, warning)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '提交答案' })))
  await settle()
  assert.match(document.body.textContent, /回答正确/)
  assert.doesNotMatch(document.body.textContent, warning)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '继续播放' })))
  assert.doesNotMatch(document.body.textContent, warning)
})

test('a question that was closed unanswered is warned of', async () => {
  await playToQuestion()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '关闭' })))
  assert.match(document.body.textContent, warning)
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
