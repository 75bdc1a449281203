import { randomUUID } from 'node:crypto'
import type { Settings } from '../../../features/project/contract.ts'
import { captureCalls } from '../../../features/study/capture/contract.ts'
import { captureConsentVersion } from '../../../features/study/capture/rules.ts'
import { pinCalls } from '../../../features/study/pin/contract.ts'
import { studyCalls } from '../../../features/study/contract.ts'
import { aShot } from '../../build/face.ts'
import type { Cheat, Screen } from './cheater.ts'

/** Seconds between two turns. */
export const turn = 20
/** Second of the video at which a question is pinned, where one is. */
export const pinAt = 40

/** A way to earn what was not watched, or, of the honest ones, to lose what was. */
export interface Way {
  name: string
  /** Answers, as `Cheat.outcomes` has them, that show it was tried and refused or bounded for the reason it should be. */
  expected: readonly string[]
  settings?: Partial<Settings>
  isPinned?: boolean
  /** Lengths of the videos of the class; hours, which nobody watches in the time of a run. */
  videos?: number[]
  begin?(cheat: Cheat): Promise<unknown>
  /** Does what is to be done after one more turn. */
  step(cheat: Cheat): Promise<unknown>
  end?(cheat: Cheat): Promise<unknown>
}

const free = { videoCanSeek: true, secondWindow: 'takeover' } as const
const checked = { captureKind: 'presence', captureEveryFrom: 5, captureEveryTo: 6 } as const
const hours = 7200

/** A turn of a window in view, as an honest one plays it. */
const see = (cheat: Cheat) => {
  cheat.seen += turn
  return [cheat.at - turn, cheat.at] as const
}
const first = ({ screens }: Cheat): Screen => screens[0]!
const last = ({ screens }: Cheat): Screen => screens.at(-1)!
const letters = ['A', 'B', 'C', 'D']

/** Asks for the question at which a video waits and answers it by a letter. */
async function guess(cheat: Cheat, screen: Screen, guesses: readonly string[]): Promise<void> {
  const { leaseToken } = screen.token
  const open = await cheat.call(pinCalls.getPinnedQuestion, { leaseToken })
  if (open.respCode !== 200 || !open.attribute) return
  const { versionId } = open.attribute.question
  await Promise.all(
    guesses.map((letter) =>
      cheat.call(pinCalls.answerPinnedQuestion, { leaseToken, versionId, answers: [[letter]] }),
    ),
  )
}

let shared: Promise<Buffer> | undefined
/** The picture that all who replay have. */
const sharedShot = () => (shared ??= aShot({ person: 9 }))

/** Ways to cheat; each is tried by as many people as there are. */
export const cheats: readonly Way[] = [
  {
    name: 'one beat again and again, under its number and under new ones',
    expected: ['repeated'],
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      see(cheat)
      for (const sequence of [1, 1, undefined, undefined]) {
        await first(cheat).beat(0, 10, sequence ? { sequence } : {})
      }
      cheat.most = 10
    },
  },
  {
    name: 'many small beats, two seconds ahead each',
    expected: ['counted', 'too_fast'],
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      see(cheat)
      for (let i = 0; i < 6; i++) {
        const answer = await first(cheat).beat(cheat.notes.place, cheat.notes.place + 6)
        cheat.notes.place = answer?.furthest ?? cheat.notes.place
      }
    },
  },
  {
    name: 'sixteen times the speed',
    expected: ['counted', 'too_fast'],
    settings: free,
    begin: (cheat) => cheat.open(),
    step(cheat) {
      const [from, to] = see(cheat)
      const isTimed = cheat.n % 2 === 0
      return isTimed
        ? first(cheat).timed(from * 16, to * 16, from, to)
        : first(cheat).beat(from * 16, to * 16)
    },
  },
  {
    name: 'a jump to the end, whose last minute is claimed',
    expected: ['seek_ahead'],
    begin: (cheat) => cheat.open(),
    step(cheat) {
      const [since, until] = see(cheat)
      cheat.most = 0
      return first(cheat).timed(hours - 60, hours, since, until)
    },
  },
  {
    name: 'places beyond the end of the video',
    expected: ['counted', 'seek_ahead'],
    settings: free,
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      see(cheat)
      await first(cheat).beat(hours - 10, 999_999)
      await first(cheat).beat(999_000, 999_999)
      cheat.most = 10
    },
  },
  {
    name: 'four videos in four windows',
    expected: ['counted', 'other_window'],
    settings: free,
    videos: [hours, hours, hours, hours],
    async begin(cheat) {
      for (let item = 0; item < 4; item++) await cheat.open(item)
    },
    async step(cheat) {
      const [from, to] = see(cheat)
      await Promise.all(cheat.screens.map((screen) => screen.timed(from, to, from, to)))
    },
  },
  {
    name: 'two devices that take the video from each other',
    expected: ['lease ended', 'other_window', 'too_fast'],
    settings: free,
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      const [from, to] = see(cheat)
      const other = first(cheat)
      await cheat.open()
      cheat.screens.splice(0, cheat.screens.length - 2)
      await last(cheat).beat(from * 2, from * 2 + turn)
      await other.timed(from * 2 + turn, to * 2, from, to)
    },
  },
  {
    name: 'a fresh window for every beat',
    expected: ['too_fast'],
    async step(cheat) {
      see(cheat)
      for (let i = 0; i < 2; i++) {
        const screen = await cheat.open(0, cheat.screens[0])
        cheat.screens.splice(0, cheat.screens.length - 1)
        const answer = await screen?.beat(cheat.notes.place, cheat.notes.place + 30)
        cheat.notes.place = answer?.furthest ?? cheat.notes.place
      }
    },
  },
  {
    name: 'the window of somebody else',
    expected: ['video-task 404'],
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      cheat.most = 0
      const friend = cheat.friends[(cheat.friends.indexOf(cheat) + 1) % cheat.friends.length]!
      const { leaseToken } = first(friend).token
      const beat = { leaseToken, sequence: cheat.at, from: cheat.at - turn, to: cheat.at }
      await cheat.call(studyCalls.videoTask, { ...beat, visible: true, ended: false })
    },
  },
  {
    name: 'windows and videos that are not in the class',
    expected: ['get-video-token 404', 'video-task 404'],
    async begin(cheat) {
      cheat.most = 0
    },
    async step(cheat) {
      const friend = cheat.friends[(cheat.friends.indexOf(cheat) + 1) % cheat.friends.length]!
      const { enrolmentId } = friend
      const itemId = cheat.built.itemIds[0]!
      await cheat.call(studyCalls.getVideoToken, { enrolmentId, itemId })
      await cheat.call(studyCalls.getVideoToken, { enrolmentId: cheat.enrolmentId, itemId: randomUUID() })
      await cheat.call(studyCalls.videoTask, { leaseToken: randomUUID(), sequence: 1, from: 0, to: 60 })
    },
  },
  {
    name: 'a video scattered into pieces, more than there was time for',
    expected: ['too_fast'],
    settings: free,
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      const [from] = see(cheat)
      for (let i = 0; i < 4; i++) {
        const place = cheat.random.int(0, hours - turn)
        await first(cheat).timed(place, place + turn / 2, from + (i * turn) / 4, from + ((i + 1) * turn) / 4)
      }
    },
  },
  {
    name: 'hidden all the time, cashed in by one beat in view',
    expected: ['hidden', 'too_fast'],
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      const { at } = cheat
      const isTimed = cheat.n % 2 === 0
      const screen = first(cheat)
      if (isTimed) await screen.timed(at - turn, at, at - turn, at, { visible: false })
      else await screen.beat(at - turn, at, { visible: false })
      if (at % (cheat.n % 3 === 0 ? turn : 6 * turn) > 0) return
      if (isTimed) await screen.timed(0, at, 0, at)
      else await screen.beat(0, at)
    },
  },
  {
    name: 'a window left open, then one beat for all of it',
    expected: ['too_fast'],
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      cheat.seen = 60
    },
    async end(cheat) {
      for (let i = 0; i < 3; i++) {
        if (cheat.n % 2 === 0) await first(cheat).timed(0, hours, 0, cheat.at)
        else await first(cheat).beat(0, hours)
      }
    },
  },
  {
    name: 'pauses, then sixteen times the speed',
    expected: ['counted', 'too_fast'],
    settings: free,
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      const [from, to] = see(cheat)
      if (cheat.at % 50 > 20) return
      if (cheat.n % 2 === 0) await first(cheat).timed(from * 16, to * 16, from, to)
      else await first(cheat).beat(from * 16, to * 16)
    },
  },
  {
    name: 'a clock that runs twice as fast',
    expected: ['too_fast'],
    settings: free,
    begin: (cheat) => cheat.open(),
    step(cheat) {
      const [from, to] = see(cheat)
      return first(cheat).timed(from * 2, to * 2, from * 2, to * 2)
    },
  },
  {
    name: 'a clock that is set back and forth',
    expected: ['too_fast'],
    settings: free,
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      const [from, to] = see(cheat)
      const since = cheat.random.int(0, 2 * to)
      await first(cheat).timed(from * 3, to * 3, since, since + cheat.random.int(0, 120))
    },
  },
  {
    name: 'pinned questions ignored, by beats, jumps and other windows',
    expected: ['counted', 'question_open'],
    settings: free,
    isPinned: true,
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      const [from, to] = see(cheat)
      cheat.most = pinAt
      await first(cheat).timed(from, to, from, to)
      await first(cheat).beat(from + 300, to + 300)
      if (cheat.at % 100 > 0) return
      await cheat.open()
      cheat.screens.splice(0, cheat.screens.length - 1)
    },
  },
  {
    name: 'pinned questions guessed, all letters at once, before they are reached',
    expected: ['answer-pinned-question 200', 'question_open'],
    isPinned: true,
    begin: async (cheat) => guess(cheat, (await cheat.open())!, letters),
    async step(cheat) {
      const [from, to] = see(cheat)
      // Never the right one: it would be an honest pass.
      await guess(cheat, first(cheat), ['A', 'C', 'D', 'A'])
      await first(cheat).timed(from, to, from, to)
      cheat.most = pinAt
    },
  },
  {
    name: 'checks ignored, by fresh windows, other videos and beats held back',
    expected: ['counted', 'capture_missed'],
    settings: { ...free, ...checked },
    videos: [hours, hours, hours],
    begin: (cheat) => cheat.open(),
    async step(cheat) {
      const [from, to] = see(cheat)
      const screen = last(cheat)
      if ((from / turn) % 2 === 0) await screen.timed(from, to, from, to)
      else cheat.notes.queue.push({ screen, sequence: 1_000_000 + to, from, to })
      if (cheat.at % 60 === 0) await cheat.open(cheat.random.int(0, 2), screen)
    },
    async end(cheat) {
      for (const { screen, from, to, sequence } of cheat.notes.queue)
        await screen.timed(from, to, from, to, { sequence })
    },
  },
  {
    name: 'checks answered by old and others’ nonces, and by pictures sent before',
    expected: ['answer-capture 404', 'answer-capture 409', 'answer-capture 422', 'capture_missed'],
    settings: { ...checked, captureKind: 'photo' },
    begin: async (cheat) => {
      await cheat.call(captureCalls.decideCapture, {
        kind: 'photo',
        agreed: true,
        version: captureConsentVersion,
      })
      await cheat.open()
    },
    async step(cheat) {
      const { notes } = cheat
      const [from, to] = see(cheat)
      const screen = first(cheat)
      const due = (await screen.timed(from, to, from, to))?.capture
      if (!due) return
      const picture = await sharedShot()
      const friend = cheat.friends[(cheat.friends.indexOf(cheat) + 1) % cheat.friends.length]!
      for (const nonce of [notes.nonce, friend.notes.nonce, randomUUID()]) {
        if (nonce && nonce !== due.nonce) await cheat.answer(due.captureId, nonce, picture)
      }
      if (friend.notes.due?.nonce)
        await cheat.answer(friend.notes.due.captureId, friend.notes.due.nonce, picture)
      if (due.nonce) {
        // The first try is let go, so that its nonce is an old one.
        if (notes.nonce && notes.nonce !== due.nonce) await cheat.answer(due.captureId, due.nonce, picture)
        notes.nonce ??= due.nonce
        notes.due = due
      } else await cheat.call(captureCalls.requestCapture, { leaseToken: screen.token.leaseToken })
      // The one who sends the picture first has answered.
      if (notes.accepted > 0) cheat.most = Infinity
    },
  },
]

/** Somebody who watches, answers and confirms, over a line that loses one packet in twenty each way. */
export const honest: Way = {
  name: 'honest, over a line that loses one packet in twenty',
  expected: ['counted'],
  settings: checked,
  isPinned: true,
  videos: [600],
  begin: (cheat) => cheat.open(),
  async step(cheat) {
    const [from, to] = see(cheat)
    const { queue } = cheat.notes
    queue.push({ screen: first(cheat), sequence: to, from, to })
    await flush(cheat, () => cheat.random.next() < 0.05)
  },
  end: (cheat) => flush(cheat, () => false),
}

async function flush(cheat: Cheat, isLost: () => boolean): Promise<void> {
  const { queue } = cheat.notes
  while (queue[0]) {
    const { screen, from, to, sequence } = queue[0]
    if (isLost()) return
    const answer = await screen.timed(from, to, from, to, { sequence })
    // The answer is lost: the same beat goes again.
    if (isLost()) return
    queue.shift()
    if (answer?.capture?.nonce) await cheat.answer(answer.capture.captureId, answer.capture.nonce)
    if (to === pinAt) await guess(cheat, screen, ['B'])
  }
}
