import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { judge, measure, merge, type Ranges } from '../beat/rules.ts'
import type { BeatAnswer } from '../contract.ts'
import { type BeatQueue, openBeatQueue, type QueueOptions, type QueueState } from './beatQueue.ts'
import { savedLeases, type QueuedBeat, readSaved } from './savedBeats.ts'
import { sendLeftovers } from './leftovers.ts'

/** A store of a device, without a browser. */
function aStore(): Storage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (i) => [...entries.keys()][i] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}

class Refused extends Error {
  readonly respCode: number
  constructor(respCode: number) {
    super(String(respCode))
    this.respCode = respCode
  }
}

/** Seconds of the wall clock, which tests let pass; every lease is as old. */
let wall = 0
beforeEach(() => (wall = 0))

/** Plays a little, in real time. */
function extend(queue: BeatQueue, from: number, to: number, visible = true): void {
  wall += to - from
  queue.extend(from, to, visible)
}

const wallOf = ({ since, until }: QueuedBeat) =>
  until === undefined ? null : ([Math.round((since ?? 0) * 1000), Math.round(until * 1000)] as const)

/** The fields of a beat besides when it was played. */
const reportedBy = ({ since: _, until: __, ...reported }: QueuedBeat) => reported

/** A server that credits as the real one does, and loses requests and answers on demand. */
function aServer() {
  const server = {
    ranges: [] as Ranges,
    paidUntil: 0,
    last: 0,
    answer: null as BeatAnswer | null,
    beats: [] as QueuedBeat[],
    /** Fate of the next requests: they arrive by default. */
    fate: [] as ('arrives' | 'request lost' | 'answer lost' | number)[],
    async take(beat: QueuedBeat): Promise<BeatAnswer> {
      await Promise.resolve()
      const fate = server.fate.shift() ?? 'arrives'
      if (typeof fate === 'number') throw new Refused(fate)
      if (fate === 'request lost') throw new Refused(0)
      const answer = server.judge(beat)
      await Promise.resolve()
      if (fate === 'answer lost') throw new Refused(0)
      return answer
    },
    judge(beat: QueuedBeat): BeatAnswer {
      server.beats.push(beat)
      const again = beat.sequence <= server.last
      if (again && beat.sequence === server.last) return server.answer!
      const played = [Math.round(beat.from * 1000), Math.round(beat.to * 1000)] as const
      const state = {
        ranges: server.ranges,
        durationMs: 3_600_000,
        aheadMs: 2_000,
        countHidden: false,
        endReason: null,
        access: 'open' as const,
        openedAt: 0,
        paidUntil: server.paidUntil,
        endedAt: null,
        closedAt: null,
        pinMs: null,
        captureLeftMs: null,
        ratePercent: 100,
      }
      const verdict = again
        ? { gained: [], reason: 'repeated' as const, paidUntil: server.paidUntil }
        : judge(state, { played, hidden: !beat.visible, wall: wallOf(beat) }, wall * 1000)
      server.ranges = merge(server.ranges, verdict.gained)
      server.paidUntil = verdict.paidUntil
      const answer: BeatAnswer = {
        sequence: beat.sequence,
        acceptedSeconds: measure(verdict.gained) / 1000,
        refused: verdict.reason ? { reason: verdict.reason, from: beat.from, to: beat.to } : null,
        savedAt: '2023-11-21T02:00:00.000Z',
        watchedSeconds: measure(server.ranges) / 1000,
        furthest: (server.ranges.at(-1)?.[1] ?? 0) / 1000,
        itemDone: false,
        progress: 0,
        leaseHeld: true,
        leaseEnd: null,
        capture: null,
      }
      if (!again) {
        server.last = beat.sequence
        server.answer = answer
      }
      return answer
    },
  }
  return server
}

const opened: BeatQueue[] = []
afterEach(() => opened.splice(0).forEach((queue) => queue.stop()))

/** A window that plays; what it reported to its page is recorded. */
function aWindow(storage: Storage, server: ReturnType<typeof aServer>, more: Partial<QueueOptions> = {}) {
  const reported = { states: [] as QueueState[], answers: [] as BeatAnswer[], lost: 0 }
  const queue = openBeatQueue({
    leaseToken: 'lease',
    startAt: 0,
    storage,
    age: () => wall,
    send: (beat) => server.take(beat),
    onAnswer: (answer) => reported.answers.push(answer),
    onState: (state) => reported.states.push(state),
    onLost: () => reported.lost++,
    isOnline: () => true,
    ...more,
  })
  opened.push(queue)
  return { queue, told: reported, state: () => reported.states.at(-1)! }
}

/** Plays seconds in steps of a quarter, as the events of a player come. */
function play(queue: BeatQueue, from: number, to: number, visible = true): void {
  for (let at = from; at < to; at += 0.25) extend(queue, at, Math.min(to, at + 0.25), visible)
}

/** Everything that waits for no timer has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Lets minutes of the device's clock pass for the leases stored on it. */
function age(storage: Storage, milliseconds: number): void {
  for (const token of savedLeases(storage)) {
    const saved = readSaved(storage, token)
    storage.setItem(
      `study-beats:${token}`,
      JSON.stringify({ ...saved, aliveAt: saved.aliveAt - milliseconds }),
    )
  }
}

test('what is played goes as one stretch, is pending until answered, and then is gone from the device', async () => {
  const [storage, server] = [aStore(), aServer()]
  const { queue, told: reported, state } = aWindow(storage, server)
  play(queue, 0, 10)
  assert.equal(state().pending, 10)
  queue.cut()
  await settled()
  assert.deepEqual(server.beats, [
    { sequence: 1, from: 0, to: 10, visible: true, since: 0, until: 10, ended: false },
  ])
  assert.deepEqual(state(), { pending: 0, trouble: null, isStored: true })
  assert.equal(reported.answers[0]!.acceptedSeconds, 10)
  assert.equal(storage.length, 0)
})

test('nothing played sends nothing', async () => {
  const [storage, server] = [aStore(), aServer()]
  const { queue } = aWindow(storage, server)
  queue.cut()
  queue.cut()
  await settled()
  assert.deepEqual(server.beats, [])
})

test('a jump and a hidden page each begin a stretch of their own', async () => {
  const [storage, server] = [aStore(), aServer()]
  const { queue } = aWindow(storage, server)
  play(queue, 0, 3)
  play(queue, 1, 2)
  play(queue, 2, 4, false)
  queue.cut()
  await settled()
  assert.deepEqual(
    server.beats.map(({ sequence, from, to, visible }) => [sequence, from, to, visible]),
    [
      [1, 0, 3, true],
      [2, 1, 2, true],
      [3, 2, 4, false],
    ],
  )
})

test('each beat has the time it was played, so that a pause is not taken for a lost connection', async () => {
  const [storage, server] = [aStore(), aServer()]
  const { queue } = aWindow(storage, server)
  wall = 3
  play(queue, 0, 5)
  queue.cut()
  wall += 600
  play(queue, 5, 7)
  play(queue, 7, 8, false)
  queue.cut(true)
  await settled()
  assert.deepEqual(
    server.beats.map(({ since, until }) => [since, until]),
    [
      [3, 8],
      [608, 610],
      [610, 611],
    ],
  )
})

test('a page whose timers stand still sends what it played all the same', async () => {
  const [storage, server] = [aStore(), aServer()]
  const { queue } = aWindow(storage, server)
  play(queue, 0, 90)
  await settled()
  assert.deepEqual(
    server.beats.map(({ from, to }) => [from, to]),
    [
      [0, 20],
      [20, 40],
      [40, 60],
      [60, 80],
    ],
  )
})

test('ten minutes without a connection count in full when it is back, and when the page is left meanwhile', async () => {
  for (const isLeft of [false, true]) {
    const [storage, server] = [aStore(), aServer()]
    let online = false
    const { queue } = aWindow(storage, server, {
      send: (beat) => (online ? server.take(beat) : Promise.reject(new Refused(0))),
    })
    for (let at = 0; at < 600; at += 10) {
      play(queue, at, at + 10)
      queue.cut()
    }
    await settled()
    online = true
    if (isLeft) {
      queue.leave()
      await settled()
      await sendLeftovers(storage, (_, beat) => server.take(beat), 'lease')
    } else await queue.flush()
    assert.equal(measure(server.ranges), 600_000)
  }
})

test('releasing the lease keeps the position of the video', async () => {
  const [storage, server] = [aStore(), aServer()]
  const first = aWindow(storage, server, { startAt: 42 })
  first.queue.cut(true)
  await settled()
  assert.deepEqual(reportedBy(server.beats.at(-1)!), {
    sequence: 1,
    from: 42,
    to: 42,
    visible: true,
    ended: true,
  })
  const second = aWindow(storage, aServer(), { send: (beat) => server.take({ ...beat, sequence: 9 }) })
  play(second.queue, 42, 44)
  second.queue.cut()
  await settled()
  second.queue.leave()
  await settled()
  assert.deepEqual([server.beats.at(-1)!.from, server.beats.at(-1)!.to], [44, 44])
})

test('a lost answer sends the same beat again under its number and counts once', async () => {
  const [storage, server] = [aStore(), aServer()]
  server.fate = ['answer lost']
  const { queue, told: reported, state } = aWindow(storage, server)
  play(queue, 0, 10)
  queue.cut()
  await settled()
  assert.deepEqual(state(), { pending: 10, trouble: 'unreachable', isStored: true })
  await queue.flush()
  assert.deepEqual(server.beats[1], server.beats[0])
  assert.equal(reported.answers[0]!.acceptedSeconds, 10)
  assert.equal(measure(server.ranges), 10_000)
  assert.deepEqual(state(), { pending: 0, trouble: null, isStored: true })
})

test('offline, beats gather in order and go when the line is back', async () => {
  const [storage, server] = [aStore(), aServer()]
  let online = false
  const { queue, state } = aWindow(storage, server, {
    isOnline: () => online,
    send: async (beat) => (online ? server.take(beat) : Promise.reject(new Refused(0))),
  })
  for (let at = 0; at < 60; at += 10) {
    play(queue, at, at + 10)
    queue.cut()
    await settled()
  }
  assert.deepEqual(state(), { pending: 60, trouble: 'offline', isStored: true })
  online = true
  await queue.flush()
  assert.deepEqual(
    server.beats.map((beat) => beat.sequence),
    [1, 2, 3, 4, 5, 6],
  )
  assert.equal(measure(server.ranges), 60_000)
  assert.equal(state().trouble, null)
})

test('where the device stores nothing, what waits is known to be on the page only', async () => {
  const [storage, server] = [aStore(), aServer()]
  let full = true
  const write = storage.setItem
  storage.setItem = (key, value) => {
    if (full) throw new DOMException('full', 'QuotaExceededError')
    write(key, value)
  }
  server.fate = ['request lost', 'request lost']
  const { queue, state } = aWindow(storage, server)
  play(queue, 0, 10)
  queue.cut()
  await settled()
  assert.deepEqual(state(), { pending: 10, trouble: 'unreachable', isStored: false })
  full = false
  play(queue, 10, 15)
  queue.cut()
  await settled()
  assert.deepEqual(state(), { pending: 15, trouble: 'unreachable', isStored: true })
  await queue.flush()
  assert.equal(measure(server.ranges), 15_000)
})

test('it tries again by itself', async () => {
  const [storage, server] = [aStore(), aServer()]
  server.fate = [503]
  const { queue } = aWindow(storage, server)
  play(queue, 0, 5)
  queue.cut()
  while (measure(server.ranges) === 0) await settled()
  assert.equal(measure(server.ranges), 5_000)
})

test('a session that ended stops it; what waits goes with the next sign-in', async () => {
  const [storage, server] = [aStore(), aServer()]
  server.fate = [401]
  const { queue, state } = aWindow(storage, server)
  play(queue, 0, 10)
  queue.cut()
  await settled()
  assert.deepEqual(state(), { pending: 10, trouble: 'signedOut', isStored: true })
  await queue.flush()
  assert.equal(server.beats.length, 0)
  assert.equal(await sendLeftovers(storage, (_, beat) => server.take(beat), 'lease'), 1)
  assert.equal(measure(server.ranges), 10_000)
})

test('a lease of someone else is reported, and its pending beats stay for its owner', async () => {
  const [storage, server] = [aStore(), aServer()]
  server.fate = [404, 404]
  const { queue, told: reported } = aWindow(storage, server)
  play(queue, 0, 10)
  queue.cut()
  await settled()
  assert.equal(reported.lost, 1)
  assert.equal(await sendLeftovers(storage, (_, beat) => server.take(beat), 'lease'), 0)
  assert.equal(await sendLeftovers(storage, (_, beat) => server.take(beat), 'lease'), 1)
  assert.equal(storage.length, 0)
})

test('a beat the server can make nothing of does not hold up the others', async () => {
  const [storage, server] = [aStore(), aServer()]
  server.fate = [422]
  const { queue } = aWindow(storage, server)
  extend(queue, 5, 6)
  queue.cut()
  play(queue, 0, 10)
  queue.cut()
  await settled()
  assert.equal(measure(server.ranges), 10_000)
  assert.equal(storage.length, 0)
})

test('a crash in the middle of a stretch loses at most the last second', async () => {
  const [storage, server] = [aStore(), aServer()]
  const { queue } = aWindow(storage, server)
  const real = Date.now
  try {
    let now = real()
    Date.now = () => now
    for (let at = 0; at < 8; at += 0.25) {
      now += 250
      extend(queue, at, at + 0.25)
    }
  } finally {
    Date.now = real
  }
  // Nothing was sent at the end: the window is simply gone.
  await sendLeftovers(storage, (_, beat) => server.take(beat), 'lease')
  assert.ok(measure(server.ranges) >= 7_000, `${measure(server.ranges)} ms`)
  assert.equal(storage.length, 0)
})

test('a live window keeps its lease, one silent for a while does not', async () => {
  const [storage, server] = [aStore(), aServer()]
  server.fate = ['request lost']
  const { queue } = aWindow(storage, server)
  play(queue, 0, 10)
  queue.cut()
  await settled()
  assert.equal(await sendLeftovers(storage, (_, beat) => server.take(beat), null), 0)
  age(storage, 16_000)
  assert.equal(await sendLeftovers(storage, (_, beat) => server.take(beat), null), 1)
})

test('what was stored for a day is discarded', async () => {
  const [storage, server] = [aStore(), aServer()]
  server.fate = ['request lost']
  const { queue } = aWindow(storage, server)
  play(queue, 0, 10)
  queue.cut()
  await settled()
  age(storage, 25 * 60 * 60_000)
  assert.equal(await sendLeftovers(storage, (_, beat) => server.take(beat), null), 0)
  assert.equal(storage.length, 0)
})

test('a window that slept while another sent for it never uses a number twice', async () => {
  const [storage, server] = [aStore(), aServer()]
  const { queue } = aWindow(storage, server)
  extend(queue, 0, 4)
  age(storage, 60_000)
  await sendLeftovers(storage, (_, beat) => server.take(beat), null)
  assert.equal(measure(server.ranges), 4_000)
  // It wakes and plays on, in the very stretch that was sent for it.
  extend(queue, 4, 9)
  queue.cut()
  await settled()
  assert.equal(measure(server.ranges), 9_000)
})

test('leaving sends all that joins on in one beat that releases the lease', async () => {
  const [storage, server] = [aStore(), aServer()]
  server.fate = ['request lost']
  const { queue } = aWindow(storage, server)
  play(queue, 0, 10)
  queue.cut()
  await settled()
  play(queue, 10, 14)
  queue.leave()
  await settled()
  assert.deepEqual(server.beats, [
    { sequence: 2, from: 0, to: 14, visible: true, since: 0, until: 14, ended: true },
  ])
  // The page was gone before the answer: what it left comes again and earns nothing more.
  await sendLeftovers(storage, (_, beat) => server.take(beat), 'lease')
  assert.equal(measure(server.ranges), 14_000)
  assert.equal(storage.length, 0)
})

test('leaving with stretches apart sends the first; the rest waits on the device', async () => {
  const [storage, server] = [aStore(), aServer()]
  server.fate = ['request lost']
  const { queue } = aWindow(storage, server)
  play(queue, 0, 10)
  queue.cut()
  await settled()
  play(queue, 3, 6)
  queue.leave()
  await settled()
  assert.deepEqual(
    server.beats.map(({ from, to, ended }) => [from, to, ended]),
    [[0, 10, false]],
  )
  assert.equal(await sendLeftovers(storage, (_, beat) => server.take(beat), 'lease'), 2)
})

test('a probe is sent only after a silence, with nothing played', async () => {
  const [storage, server] = [aStore(), aServer()]
  const { queue } = aWindow(storage, server, { startAt: 7 })
  queue.probe(60_000)
  await settled()
  assert.equal(server.beats.length, 0)
  queue.probe(0)
  await settled()
  assert.deepEqual(server.beats.map(reportedBy), [
    { sequence: 1, from: 7, to: 7, visible: true, ended: false },
  ])
})

test('failing storage does not stop the saving', async () => {
  const server = aServer()
  const refuse = () => {
    throw new Error('QuotaExceededError')
  }
  const storage: Storage = { ...aStore(), getItem: refuse, setItem: refuse, removeItem: refuse }
  const { queue } = aWindow(storage, server)
  play(queue, 0, 10)
  queue.cut()
  await settled()
  play(queue, 10, 20)
  queue.cut()
  await settled()
  assert.equal(measure(server.ranges), 20_000)
})

/** A window that can die in the middle of anything: dead, it neither writes nor sends nor hears. */
function aMortalWindow(storage: Storage, server: ReturnType<typeof aServer>, leaseToken: string) {
  let dead = false
  const own: Storage = {
    ...storage,
    length: 0,
    getItem: (key) => storage.getItem(key),
    setItem: (key, value) => void (dead || storage.setItem(key, value)),
    removeItem: (key) => void (dead || storage.removeItem(key)),
  }
  const never = new Promise<never>(() => {})
  const send = async (beat: QueuedBeat) => {
    if (dead) return never
    const answer = await server.take(beat)
    return dead ? never : answer
  }
  return { ...aWindow(own, server, { leaseToken, send }), die: () => (dead = true) }
}

test('whatever is lost and whenever the page dies, all that was played is credited in the end, once', async () => {
  const step = fc.record({
    length: fc.integer({ min: 1, max: 12 }),
    fate: fc.constantFrom('arrives' as const, 'request lost' as const, 'answer lost' as const, 503),
    after: fc.constantFrom('cut', 'jump back', 'leave', 'crash', 'crash in flight', 'play on'),
  })
  const real = Date.now
  let now = real()
  Date.now = () => now
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        const [storage, server] = [aStore(), aServer()]
        let lease = 1
        let window = aMortalWindow(storage, server, 'lease 1')
        let at = 0
        let furthest = 0
        async function reload(): Promise<void> {
          window.die()
          await settled()
          server.fate = []
          await sendLeftovers(storage, (_, beat) => server.take(beat), `lease ${lease}`)
          server.last = 0
          window = aMortalWindow(storage, server, `lease ${++lease}`)
        }
        for (const { length, fate, after } of steps) {
          server.fate.push(fate)
          for (let i = 0; i < length; i++) {
            now += 1_000
            extend(window.queue, at, (at += 1))
          }
          furthest = Math.max(furthest, at)
          if (after === 'cut' || after === 'crash in flight') window.queue.cut()
          if (after === 'jump back') at = Math.max(0, at - 7)
          if (after === 'leave') window.queue.leave()
          if (after === 'leave' || after === 'crash' || after === 'crash in flight') await reload()
        }
        await reload()
        assert.equal(measure(server.ranges), furthest * 1000)
        assert.equal(storage.length, 0)
      }),
      { numRuns: 100 },
    )
  } finally {
    Date.now = real
  }
})
