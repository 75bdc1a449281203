import { randomUUID } from 'node:crypto'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { runJob } from '../../../test/build/job.ts'
import { aTemplate } from '../../../test/build/certificate.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { aClock, aPlayer, aStudent } from '../../../test/build/study.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { saveBeats } from '../beat/server/data.ts'
import { studyCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let clock: ReturnType<typeof aClock>
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
  clock = aClock(world)
})

/** A beat without the time it was played. */
const unknown = { sinceMs: null, untilMs: null }

test('watching counts, class progress follows, and the last second passes the class', async () => {
  const student = await aStudent(world, portal, { videos: [60, 30] })
  const first = await aPlayer(world, student)
  assert.equal(first.token.resumeAt, 0)
  assert.match(first.token.playUrl, new RegExp(`^/media/video/${student.built.resourceIds[0]}\\?who=`))
  for (let at = 0; at < 60; at += 10) {
    await clock.pass(10)
    const answer = await first.beat(at, at + 10)
    assert.equal(answer.acceptedSeconds, 10)
    assert.equal(answer.refused, null)
    assert.equal(answer.progress, Math.floor(((at + 10) / 90) * 10_000))
  }
  const second = await aPlayer(world, student, {
    itemId: student.built.itemIds[1]!,
    previous: first.token.leaseToken,
  })
  await clock.pass(29)
  const last = await second.beat(0, 29.2, { ended: true })
  assert.deepEqual(
    [last.itemDone, last.progress, last.leaseHeld, last.leaseEnd],
    [true, 10_000, false, 'released'],
  )
  const process = await world.ask(
    studyCalls.myClassProcess,
    { enrolmentId: student.enrolmentId },
    student.token,
  )
  assert.deepEqual(
    [process.progress, process.status, process.studyDone, process.remainingSeconds],
    [10_000, 'passed', true, 0],
  )
  assert.deepEqual(process.courses[0]!.items[0]!.ranges, [[0, 60]])
  assert.equal(process.courses[0]!.items[1]!.state, 'done')
  assert.equal(process.lastItemId, student.built.itemIds[1])
})

test('the process dies between counting the last second and passing the class: the resent beat passes it, or the next minute', async () => {
  const die = async (as: 'client stays' | 'client is gone') => {
    const student = await aStudent(world, portal, { videos: [10] })
    const player = await aPlayer(world, student)
    await clock.pass(10)
    const last = { accountId: student.accountId, leaseId: player.token.leaseToken, sequence: 1 }
    await saveBeats(world.db, [{ ...last, fromMs: 0, toMs: 10_000, ...unknown, hidden: false, ends: true }])
    if (as === 'client stays') {
      const answer = await player.beat(0, 10, { sequence: 1, ended: true })
      assert.deepEqual([answer.acceptedSeconds, answer.itemDone, answer.progress], [10, true, 10_000])
    } else await runJob(world, 'study.roll-up')
    const [row] = await world.db`select status, progress from enrolments where id = ${student.enrolmentId}`
    assert.deepEqual({ ...row }, { status: 'passed', progress: 10_000 })
  }
  await die('client stays')
  await die('client is gone')
})

test('a pass that fails neither undoes the last beat nor bars the next video, and is made up for by the job', async () => {
  const templateId = await aTemplate(world, portal.projectId)
  const [row] = await world.db`select design from certificate_templates where id = ${templateId}`
  const blessed = await aStudent(world, portal, { videos: [10] })
  const cursed = await aStudent(world, portal, { videos: [10], certificateTemplateId: templateId })
  const other = await aStudent(world, portal, { learner: cursed, videos: [10] })
  const status = async (student: typeof cursed) =>
    (await world.db`select status from enrolments where id = ${student.enrolmentId}`)[0]!.status
  // A certificate of no design cannot be issued.
  await world.db`update certificate_templates set design = '{}' where id = ${templateId}`
  const player = await aPlayer(world, cursed)
  await clock.pass(10)
  const answer = await player.beat(0, 10)
  assert.deepEqual([answer.acceptedSeconds, answer.itemDone, answer.progress], [10, true, 10_000])
  assert.deepEqual(await player.beat(0, 10, { sequence: 1 }), answer)
  await aPlayer(world, other, { previous: player.token.leaseToken })
  assert.equal(await status(cursed), 'active')
  // One learner's failing row does not affect others in the job either.
  const last = { accountId: blessed.accountId, leaseId: (await aPlayer(world, blessed)).token.leaseToken }
  await clock.pass(10)
  await saveBeats(world.db, [
    { ...last, sequence: 1, fromMs: 0, toMs: 10_000, ...unknown, hidden: false, ends: true },
  ])
  await runJob(world, 'study.roll-up')
  assert.deepEqual([await status(cursed), await status(blessed)], ['active', 'passed'])
  await world.db`
    update certificate_templates set design = ${world.db.json(row!.design as never)} where id = ${templateId}`
  await runJob(world, 'study.roll-up')
  assert.equal(await status(cursed), 'passed')
})

test('a class without required courses is decided by all of them, electives count nothing otherwise', async () => {
  const student = await aStudent(world, portal, {
    courses: [{ videos: [20] }, { videos: [1000], attribute: 'elective' }],
  })
  const player = await aPlayer(world, student)
  await clock.pass(20)
  assert.equal((await player.beat(0, 20)).progress, 10_000)
  const free = await aStudent(world, portal, { courses: [{ videos: [20, 20], attribute: 'elective' }] })
  const other = await aPlayer(world, free)
  await clock.pass(20)
  assert.equal((await other.beat(0, 20)).progress, 5_000)
})

test('a beat sent again is answered as the first time and credits nothing', async () => {
  const student = await aStudent(world, portal)
  const player = await aPlayer(world, student)
  await clock.pass(10)
  const first = await player.beat(0, 10)
  await clock.pass(10)
  assert.deepEqual(await player.beat(0, 10, { sequence: 1 }), first)
  const second = await player.beat(10, 20, { sequence: 7 })
  assert.equal(second.acceptedSeconds, 10)
  const old = await player.beat(20, 30, { sequence: 3 })
  assert.deepEqual([old.acceptedSeconds, old.refused?.reason], [0, 'repeated'])
})

test('a refused beat repeated is refused in the same words, and noted once', async () => {
  const student = await aStudent(world, portal)
  const player = await aPlayer(world, student)
  const first = await player.beat(100, 110)
  assert.deepEqual(first.refused, { reason: 'seek_ahead', from: 100, to: 110 })
  assert.deepEqual(await player.beat(100, 110, { sequence: 1 }), first)
  const process = await world.ask(
    studyCalls.myClassProcess,
    { enrolmentId: student.enrolmentId },
    student.token,
  )
  const refusals = process.courses[0]!.items[0]!.refusals
  assert.deepEqual(
    refusals.map(({ reason, from, to, times }) => ({ reason, from, to, times })),
    [{ reason: 'seek_ahead', from: 100, to: 110, times: 1 }],
  )
})

test('what a lost connection held back is credited when it returns, up to half an hour', async () => {
  const student = await aStudent(world, portal, { videos: [3600] })
  const player = await aPlayer(world, student)
  const play = async (from: number, to: number) => {
    let credited = 0
    for (let at = from; at < to; at += 10) {
      const { acceptedSeconds } = await player.beat(at, at + 10, { since: at, until: at + 10 })
      credited += acceptedSeconds
    }
    return credited
  }
  await clock.pass(600)
  assert.equal(await play(0, 600), 600)
  await clock.pass(1800)
  await runJob(world, 'study.roll-up')
  await clock.pass(600)
  const late = await play(600, 3000)
  assert.ok(Math.abs(late - 1800) < 5, `credited ${late}`)
  const { courses } = await world.ask(
    studyCalls.myClassProcess,
    { enrolmentId: student.enrolmentId },
    student.token,
  )
  assert.deepEqual(
    new Set(courses[0]!.items[0]!.refusals.map(({ reason }) => reason)),
    new Set(['lease_lost', 'seek_ahead']),
  )
})

test('a second window is refused while the first is alive, and has it 45 seconds after', async () => {
  const student = await aStudent(world, portal)
  const first = await aPlayer(world, student)
  const open = { enrolmentId: student.enrolmentId, itemId: student.built.itemIds[0]! }
  const refused = await world.call(studyCalls.getVideoToken, open, student.token)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /另一个窗口学习班级“.+”的“.+”/)
  await clock.pass(10)
  assert.equal((await first.beat(0, 10)).acceptedSeconds, 10)
  await clock.pass(46)
  const second = await aPlayer(world, student)
  assert.equal(second.token.resumeAt, 10)
  const late = await first.beat(10, 50)
  assert.equal(late.leaseHeld, false)
  assert.ok(late.acceptedSeconds > 39.9, 'played before the other window opened')
  await clock.pass(10)
  const lost = await first.beat(50, 70)
  assert.equal(lost.refused?.reason, 'other_window')
  assert.equal((await second.beat(100, 101)).refused?.reason, 'seek_ahead')
})

test('an opening whose response was lost is repeated by the same window, and by no other', async () => {
  const student = await aStudent(world, portal)
  const open = { enrolmentId: student.enrolmentId, itemId: student.built.itemIds[0]! }
  const opening = randomUUID()
  await world.ask(studyCalls.getVideoToken, { ...open, opening }, student.token)
  const stranger = await world.call(
    studyCalls.getVideoToken,
    { ...open, opening: randomUUID() },
    student.token,
  )
  assert.equal(stranger.respCode, 409)
  assert.equal((await world.call(studyCalls.getVideoToken, open, student.token)).respCode, 409)
  const again = await world.call(studyCalls.getVideoToken, { ...open, opening }, student.token)
  assert.equal(again.respCode, 200)
})

test('where the project allows it a second window takes over, and the first is notified', async () => {
  const easy = await aPortal(world, { settings: { secondWindow: 'takeover' } })
  const student = await aStudent(world, easy)
  const first = await aPlayer(world, student)
  await clock.pass(10)
  await first.beat(0, 10)
  const second = await aPlayer(world, student)
  await clock.pass(10)
  const displaced = await first.beat(10, 20)
  assert.deepEqual(
    [displaced.leaseHeld, displaced.leaseEnd, displaced.acceptedSeconds < 1, displaced.refused?.reason],
    [false, 'other_window', true, 'other_window'],
  )
  assert.ok((await second.beat(10, 20)).acceptedSeconds >= 9)
})

test('a window that releases its lease makes room immediately, and its own reload is no second window', async () => {
  const student = await aStudent(world, portal)
  const first = await aPlayer(world, student)
  const reloaded = await aPlayer(world, student, { previous: first.token.leaseToken })
  await clock.pass(5)
  assert.equal((await reloaded.beat(0, 5, { ended: true })).leaseHeld, false)
  await aPlayer(world, student)
})

test('study that begins later is announced with the day in China', async () => {
  const studyFrom = '2099-12-31T16:00:00.000Z'
  const student = await aStudent(world, portal, { studyFrom })
  const open = { enrolmentId: student.enrolmentId, itemId: student.built.itemIds[0]! }
  const refused = await world.call(studyCalls.getVideoToken, open, student.token)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, '学习将于 2100-01-01 开始'])
})

/** Opens a video of 100 s under some settings and plays five seconds from somewhere. */
async function far(settings: object, from: number, watchFirst = false) {
  const own = await aPortal(world, { settings })
  const student = await aStudent(world, own, { videos: [100] })
  const first = await aPlayer(world, student)
  if (watchFirst) {
    await clock.pass(50)
    await first.beat(0, 50)
    await clock.pass(50)
    assert.equal((await first.beat(50, 100)).itemDone, true)
  }
  const player = await aPlayer(world, student, { previous: first.token.leaseToken })
  await clock.pass(5)
  return player.beat(from, from + 5)
}

test('seeking follows the settings', async () => {
  assert.equal((await far({}, 2)).acceptedSeconds, 5)
  assert.equal((await far({}, 2.1)).refused?.reason, 'seek_ahead')
  assert.equal((await far({ videoCanSeek: true }, 80)).acceptedSeconds, 5)
  assert.equal((await far({ videoCanSeekByLimitTime: true }, 30)).acceptedSeconds, 5)
  assert.equal((await far({ videoCanSeekByLimitTime: true }, 31)).refused?.reason, 'seek_ahead')
  assert.equal((await far({ finishVideoCanSeek: true }, 80, true)).refused, null)
})

test('in sequence a video opens when the required one before it is done, and freely otherwise', async () => {
  const open = async (own: BuiltPortal) => {
    const student = await aStudent(world, own, { videos: [10, 10] })
    const [first, second] = student.built.itemIds
    const ask = (itemId: string, previous: string | null = null) =>
      world.call(
        studyCalls.getVideoToken,
        { enrolmentId: student.enrolmentId, itemId, previous },
        student.token,
      )
    return { student, first: first!, second: second!, ask }
  }
  const free = await open(portal)
  assert.equal((await free.ask(free.second)).respCode, 200)
  const strict = await open(await aPortal(world, { settings: { studyModel: 'sequence' } }))
  const early = await strict.ask(strict.second)
  assert.equal(early.respCode, 409)
  assert.match(early.respDesc, /按顺序学习/)
  const player = await aPlayer(world, strict.student)
  await clock.pass(10)
  await player.beat(0, 10, { ended: true })
  assert.equal((await strict.ask(strict.second)).respCode, 200)
})

test('elective courses are shown where the project does not hide them, and always where there is nothing else', async () => {
  const courses = [{ attribute: 'required' as const }, { attribute: 'elective' as const }]
  const shown = async (settings: object, input: typeof courses) => {
    const student = await aStudent(world, await aPortal(world, { settings }), { courses: input })
    const process = await world.ask(
      studyCalls.myClassProcess,
      { enrolmentId: student.enrolmentId },
      student.token,
    )
    const items = student.built.itemIds.length
    const opened = await Promise.all(
      student.built.itemIds.map((itemId) =>
        world.call(
          studyCalls.getVideoToken,
          { enrolmentId: student.enrolmentId, itemId, previous: null },
          student.token,
        ),
      ),
    )
    assert.equal(items, input.length)
    return [
      process.courses.map((course) => course.attribute),
      opened.filter((reply) => reply.respCode === 404).length,
    ]
  }
  assert.deepEqual(await shown({}, courses), [['required', 'elective'], 0])
  assert.deepEqual(await shown({ hideElective: true }, courses), [['required'], 1])
  assert.deepEqual(await shown({ hideElective: true }, courses.slice(1)), [['elective'], 0])
})

test('a hidden tab counts only where the project allows it', async () => {
  const strict = await aStudent(world, portal)
  const player = await aPlayer(world, strict)
  await clock.pass(10)
  assert.equal((await player.beat(0, 10, { visible: false })).refused?.reason, 'hidden')
  const lenient = await aPortal(world, { settings: { pauseWhenHidden: false } })
  const relaxed = await aPlayer(world, await aStudent(world, lenient))
  await clock.pass(10)
  assert.equal((await relaxed.beat(0, 10, { visible: false })).acceptedSeconds, 10)
})

test('an enrolment that ends while playing stops counting, with its reason', async () => {
  for (const [change, reason] of [
    [`status = 'refunded'`, 'not_enrolled'],
    [`expires_at = moment()`, 'expired'],
  ] as const) {
    const student = await aStudent(world, portal)
    const player = await aPlayer(world, student)
    await world.db.unsafe(`update enrolments set ${change} where id = '${student.enrolmentId}'`)
    await clock.pass(10)
    assert.equal((await player.beat(0, 10)).refused?.reason, reason)
    const open = { enrolmentId: student.enrolmentId, itemId: student.built.itemIds[0]! }
    assert.equal((await world.call(studyCalls.getVideoToken, open, student.token)).respCode, 409)
  }
})

test('after a failed exam the videos play on and count, and nothing passes by it', async () => {
  const student = await aStudent(world, portal, { videos: [60] })
  await world.db`update enrolments set status = 'failed' where id = ${student.enrolmentId}`
  const player = await aPlayer(world, student)
  await clock.pass(60)
  const answer = await player.beat(0, 60, { ended: true })
  assert.deepEqual([answer.refused, answer.acceptedSeconds, answer.progress], [null, 60, 10_000])
  const { status } = await world.ask(
    studyCalls.myClassProcess,
    { enrolmentId: student.enrolmentId },
    student.token,
  )
  assert.equal(status, 'failed')
})

test('another learner, an absent row, a stranger and a manager get nothing', async () => {
  const student = await aStudent(world, portal)
  const other = await aLearner(world, portal)
  const admin = await anAccount(world, portal, { role: 'admin' })
  const absent = '00000000-0000-7000-8000-000000000000'
  const player = await aPlayer(world, student)
  const itemId = student.built.itemIds[0]!
  const { enrolmentId } = student
  const leaseToken = player.token.leaseToken
  const beat = { leaseToken, sequence: 1, from: 0, to: 1, visible: true, ended: false }
  for (const [call, input] of [
    [studyCalls.myClassProcess, { enrolmentId }],
    [studyCalls.getVideoToken, { enrolmentId, itemId }],
    [studyCalls.videoTask, beat],
  ] as const) {
    const foreign = await world.call(call, input as never, other.token)
    const nobody = await world.call(
      call,
      { ...input, enrolmentId: absent, leaseToken: absent } as never,
      other.token,
    )
    assert.equal(foreign.respCode, 404)
    assert.deepEqual(foreign, nobody)
    assert.equal((await world.call(call, input as never, null)).respCode, 401)
    assert.equal((await world.call(call, input as never, admin.token)).respCode, 403)
  }
  const elsewhere = await world.call(studyCalls.getVideoToken, { enrolmentId, itemId: absent }, student.token)
  assert.equal(elsewhere.respCode, 404)
})

test('bad input names its field and changes nothing', async () => {
  const student = await aStudent(world, portal)
  const player = await aPlayer(world, student)
  const good = { leaseToken: player.token.leaseToken, sequence: 1, from: 0, to: 5 }
  for (const [field, value] of [
    ['from', -1],
    ['from', 'NaN'],
    ['to', 1e9],
    ['to', null],
    ['sequence', 0],
    ['sequence', 1.5],
    ['leaseToken', 'x'],
  ] as const) {
    const refused = await world.call(
      studyCalls.videoTask,
      { ...good, [field]: value } as never,
      student.token,
    )
    assert.deepEqual([refused.respCode, refused.field], [422, field])
  }
  const backwards = await world.call(studyCalls.videoTask, { ...good, from: 9 } as never, student.token)
  assert.deepEqual([backwards.respCode, backwards.field], [422, 'to'])
  const [row] = await world.db`
    select accepted_ms, position_ms from watch_coverages where enrolment_id = ${student.enrolmentId}`
  assert.deepEqual({ ...row }, { acceptedMs: 0, positionMs: 0 })
})

test('the minutely job brings progress up to date and ends what is long silent', async () => {
  const student = await aStudent(world, portal, { videos: [100] })
  const player = await aPlayer(world, student)
  await clock.pass(25)
  await player.beat(0, 25)
  const progress = async () =>
    (await world.db`select progress from enrolments where id = ${student.enrolmentId}`)[0]!.progress
  assert.equal(await progress(), 0)
  const rollUp = () => runJob(world, 'study.roll-up')
  await rollUp()
  assert.equal(await progress(), 2500)
  await clock.pass(1900)
  await rollUp()
  const [lease] = await world.db`select end_reason from play_leases where id = ${player.token.leaseToken}`
  assert.equal(lease!.endReason, 'lapsed')
})

test('after all this every study invariant holds', async () => {
  const folder = new URL('../../../test/invariants/', import.meta.url)
  const own = readdirSync(folder).filter((name) => /^(18|19|20|21)-/.test(name))
  assert.equal(own.length, 4)
  await runJob(world, 'study.roll-up')
  for (const name of own) {
    assert.deepEqual([...(await world.db.unsafe(readFileSync(new URL(name, folder), 'utf8')))], [], name)
  }
})
