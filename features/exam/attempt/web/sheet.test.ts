import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { fc } from '../../../../test/dice.ts'
import type { Answers, SaveReply } from '../contract.ts'
import { openOutbox, outboxKey } from './outbox.ts'
import { openSheet, type Sheet } from './sheet.ts'

/** A store as a browser has it; it can be full. */
function aStorage(): Storage & { full: boolean } {
  const saved = new Map<string, string>()
  const storage = {
    full: false,
    getItem: (key: string) => saved.get(key) ?? null,
    setItem(key: string, text: string) {
      if (storage.full) throw new Error('QuotaExceededError')
      saved.set(key, text)
    },
    removeItem: (key: string) => void saved.delete(key),
  }
  return storage as never
}

const savedAt = '2023-03-01T10:00:00Z'

/** Saves as the server does: on the revision it has, or returns what it has. */
function aServer() {
  const server = {
    answers: {} as Answers,
    revision: 0,
    calls: 0,
    /** Faults of the next calls: lost before or after the server did its work. */
    trouble: [] as ('none' | 'before' | 'after')[],
    refusal: null as null | { respCode: number; message: string },
    async save(revision: number, answers: Answers): Promise<SaveReply> {
      server.calls++
      const trouble = server.trouble.shift() ?? 'none'
      await Promise.resolve()
      if (trouble === 'before') throw { respCode: 0 }
      if (server.refusal) throw server.refusal
      const isCurrent = revision === server.revision
      if (isCurrent) server.write(answers)
      if (trouble === 'after') throw { respCode: 0 }
      return isCurrent
        ? { saved: true, revision: server.revision, savedAt, answers: null }
        : { saved: false, revision: server.revision, savedAt: null, answers: server.answers }
    },
    write(answers: Answers) {
      server.answers = { ...server.answers, ...answers }
      server.revision++
    },
  }
  return server
}

function aSheet(server: ReturnType<typeof aServer>, storage = aStorage(), onEnded = () => {}): Sheet {
  return openSheet({
    answers: server.answers,
    revision: server.revision,
    savedAt: null,
    outbox: openOutbox(storage, 'a'),
    save: server.save,
    onEnded,
  })
}

function withTimers(t: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  return async (ms: number) => {
    mock.timers.tick(ms)
    for (let i = 0; i < 20; i++) await Promise.resolve()
  }
}

test('answers given together are saved together, after a pause', async (t) => {
  const pass = withTimers(t)
  const server = aServer()
  const storage = aStorage()
  const sheet = aSheet(server, storage)
  sheet.answer(1, ['A'])
  await pass(500)
  sheet.answer(2, ['B'])
  await pass(500)
  assert.equal(server.calls, 0)
  assert.equal(sheet.view().state, 'waiting')
  assert.ok(storage.getItem(outboxKey('a')), 'on the device before the server has them')
  await pass(400)
  assert.deepEqual([server.calls, server.answers], [1, { 1: ['A'], 2: ['B'] }])
  assert.deepEqual([sheet.view().state, sheet.view().savedAt], ['saved', savedAt])
  assert.equal(storage.getItem(outboxKey('a')), null)
})

test('without a network answers stay on the device and are sent when it is back', async (t) => {
  const pass = withTimers(t)
  const server = aServer()
  server.trouble = ['before', 'before']
  const sheet = aSheet(server)
  sheet.answer(1, ['A'])
  await pass(800)
  assert.deepEqual([sheet.view().state, sheet.view().unsaved], ['kept', [1]])
  sheet.answer(2, ['B'])
  assert.equal(sheet.view().state, 'kept')
  await pass(1300)
  assert.deepEqual([server.calls, sheet.view().state], [2, 'kept'])
  await sheet.flush()
  assert.deepEqual([server.answers, sheet.view().state], [{ 1: ['A'], 2: ['B'] }, 'saved'])
})

test('a reload sends what the page before it could not', async (t) => {
  const pass = withTimers(t)
  const server = aServer()
  const storage = aStorage()
  server.trouble = ['before']
  const before = aSheet(server, storage)
  before.answer(3, ['C'])
  await before.flush()
  before.stop()
  const after = aSheet(server, storage)
  assert.deepEqual([after.view().answers, after.view().state], [{ 3: ['C'] }, 'waiting'])
  await pass(0)
  assert.deepEqual([server.answers, after.view().state], [{ 3: ['C'] }, 'saved'])
})

test('answers saved by another device are taken over and reported, and answers given here are sent', async () => {
  const server = aServer()
  const sheet = aSheet(server)
  sheet.answer(1, ['A'])
  await sheet.flush()
  server.write({ 1: ['B'], 2: ['B'], 3: ['B'] })
  sheet.answer(3, ['C'])
  await sheet.flush()
  assert.deepEqual(server.answers, { 1: ['B'], 2: ['B'], 3: ['C'] })
  assert.deepEqual(sheet.view().answers, server.answers)
  assert.deepEqual(sheet.view().merged, { taken: [1, 2], ours: [3] })
  sheet.acknowledge()
  assert.equal(sheet.view().merged, null)
})

test('once the attempt has ended nothing more is taken, and what was not saved is known', async () => {
  const server = aServer()
  let ended = 0
  const sheet = aSheet(server, aStorage(), () => ended++)
  sheet.answer(1, ['A'])
  server.refusal = { respCode: 409, message: 'over' }
  await sheet.flush()
  sheet.answer(2, ['B'])
  assert.deepEqual([ended, sheet.view().state, sheet.view().unsaved], [1, 'ended', [1]])
})

test('a refusal is reported and retried with the next answer', async (t) => {
  const pass = withTimers(t)
  const server = aServer()
  const sheet = aSheet(server)
  server.refusal = { respCode: 422, message: 'too long' }
  sheet.answer(1, ['A'])
  await pass(800)
  assert.deepEqual([sheet.view().state, sheet.view().refusal], ['refused', 'too long'])
  server.refusal = null
  sheet.answer(1, ['B'])
  await pass(800)
  assert.deepEqual([server.answers, sheet.view().state, sheet.view().refusal], [{ 1: ['B'] }, 'saved', null])
})

test('two windows of one browser see each other’s answers', async () => {
  const server = aServer()
  const storage = aStorage()
  const one = aSheet(server, storage)
  const two = aSheet(server, storage)
  one.answer(1, ['A'])
  two.refresh()
  assert.deepEqual(two.view().answers, { 1: ['A'] })
  await one.flush()
  await two.flush()
  assert.deepEqual([server.answers, two.view().state, two.view().merged], [{ 1: ['A'] }, 'saved', null])
})

test('a full store loses nothing while the page is open', async () => {
  const server = aServer()
  const storage = aStorage()
  const sheet = aSheet(server, storage)
  storage.full = true
  sheet.answer(1, ['A'])
  sheet.answer(2, ['B'])
  sheet.refresh()
  assert.deepEqual(sheet.view().answers, { 1: ['A'], 2: ['B'] })
  await sheet.flush()
  assert.deepEqual(server.answers, { 1: ['A'], 2: ['B'] })
})

test('whatever is lost on the way, and whenever the page is loaded again, the last answers arrive', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('answer' as const),
      no: fc.integer({ min: 1, max: 4 }),
      value: fc.constantFrom('A', 'B', 'C'),
    }),
    fc.record({ kind: fc.constantFrom('flush' as const, 'reload' as const, 'leave' as const) }),
  )
  const troubles = fc.array(fc.constantFrom('none' as const, 'before' as const, 'after' as const))
  // Changed, sent on leaving, changed back and loaded again while that save is under way.
  const overtaken = [
    { kind: 'answer' as const, no: 2, value: 'B' as const },
    { kind: 'flush' as const },
    { kind: 'answer' as const, no: 2, value: 'A' as const },
    { kind: 'leave' as const },
    { kind: 'answer' as const, no: 2, value: 'B' as const },
    { kind: 'reload' as const },
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), troubles, async (steps, trouble) => {
      const server = aServer()
      server.trouble = [...trouble]
      const storage = aStorage()
      const wanted: Answers = {}
      let sheet = aSheet(server, storage)
      for (const next of steps) {
        if (next.kind === 'answer') {
          wanted[next.no] = [next.value]
          sheet.answer(next.no, [next.value])
        } else if (next.kind === 'flush') await sheet.flush()
        else if (next.kind === 'leave') sheet.leave()
        else {
          sheet.stop()
          sheet = aSheet(server, storage)
        }
      }
      server.trouble = []
      await sheet.flush()
      await sheet.flush()
      sheet.stop()
      assert.deepEqual(server.answers, wanted)
      assert.equal(storage.getItem(outboxKey('a')), null)
    }),
    { numRuns: 300, examples: [[overtaken, []]] },
  )
})
