import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { aPortrait, aShot, faceByColour } from '../../../../test/build/face.ts'
import { sendForm } from '../../../../test/build/file.ts'
import { runJob } from '../../../../test/build/job.ts'
import { linkAccounts } from '../../../../test/build/link.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aClock, aPlayer, aStudent, type BuiltStudent, type Player } from '../../../../test/build/study.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { messageCalls } from '../../../message/contract.ts'
import { openSession } from '../../../session/server/actions.ts'
import { faceCalls } from '../../../face/contract.ts'
import type { Settings } from '../../../project/contract.ts'
import { workQueueCalls } from '../../../workQueue/contract.ts'
import { studyCalls } from '../../contract.ts'
import { captureCalls as calls, type CaptureDue, captureRefusals } from '../contract.ts'
import { captureConsentVersion, pictureDays } from '../rules.ts'

const menus = ['/train-manage/study-report', '/train-manage/study-report#capture']
/** Checks after five or six minutes, so that a test need not play long. */
const soon = { captureEveryFrom: 5, captureEveryTo: 6 } as const
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let clock: ReturnType<typeof aClock>
before(async () => {
  world = await openWorld({ channels: () => ({ face: faceByColour }) })
  portal = await aPortal(world, { menus, settings: { captureKind: 'presence', ...soon } })
  admin = await anAccount(world, portal, { role: 'admin' })
  clock = aClock(world, { keepsSessions: true })
})
beforeEach(async () => {
  await world.db`delete from tries`
})

/** A student of a video of two hours in a portal with checks. */
async function aWatched(settings: Partial<Settings> = {}, from?: BuiltPortal) {
  const own =
    from ??
    (Object.keys(settings).length === 0
      ? portal
      : await aPortal(world, { menus, settings: { ...soon, ...settings } }))
  const student = await aStudent(world, own, { videos: [7200] })
  return { student, portal: own }
}

const leftOf = async ({ enrolmentId }: BuiltStudent) => {
  const [row] = await world.db`
    select capture_left_ms from play_leases where enrolment_id = ${enrolmentId} order by opened_at desc limit 1`
  return row!.captureLeftMs as number | null
}
const rowsOf = ({ enrolmentId }: BuiltStudent) =>
  world.db`select * from captures where enrolment_id = ${enrolmentId} order by id`

/** Plays on from a place until a check is announced; returns it and the place. */
async function playToCheck(player: Player, from = player.token.furthest): Promise<[CaptureDue, number]> {
  for (let at = from; at < from + 1800; at += 30) {
    await clock.pass(30)
    const { capture } = await player.beat(at, at + 30)
    if (capture) return [capture, at + 30]
  }
  throw new Error('no check was announced')
}

const answer = (student: BuiltAccount, due: CaptureDue, picture?: Buffer, nonce = due.nonce!) =>
  sendForm(
    world,
    calls.answerCapture,
    {
      fields: { captureId: due.captureId, nonce },
      ...(picture && { file: { name: 'shot.jpg', mime: 'image/jpeg', bytes: picture } }),
    },
    student.token,
  )
const request = (student: BuiltAccount, player: Player) =>
  world.call(calls.requestCapture, { leaseToken: player.token.leaseToken }, student.token)

test('a check is drawn between fifteen and twenty-five minutes of counted time, announced, answered and drawn again', async () => {
  const { student } = await aWatched({}, await aPortal(world, { settings: { captureKind: 'presence' } }))
  const player = await aPlayer(world, student)
  assert.deepEqual([player.token.isCaptured, player.token.capture], [true, null])
  const drawn = (await leftOf(student))!
  assert.ok(drawn >= 900_000 && drawn <= 1_500_000, `${drawn} ms`)
  const [due, at] = await playToCheck(player)
  assert.deepEqual([due.state, due.kind, due.triesLeft, due.secondsLeft], ['open', 'presence', 2, 60])
  assert.ok(at * 1000 <= drawn && at * 1000 >= drawn - 30_000)
  const again = (await player.beat(at, at)).capture
  assert.equal(again!.captureId, due.captureId)
  assert.equal((await answer(student, due)).attribute.state, 'passed')
  assert.ok((await leftOf(student))! >= 900_000)
  await clock.pass(10)
  assert.deepEqual((await player.beat(at, at + 10)).capture, null)
})

test('nothing counts beyond a check without an answer, which lapses and is asked for again three times', async () => {
  const { student } = await aWatched()
  const player = await aPlayer(world, student)
  const drawn = (await leftOf(student))!
  const [due, at] = await playToCheck(player)
  for (let i = 0; i < 12; i++) {
    await clock.pass(10)
    await player.beat(at + i * 10, at + i * 10 + 10)
  }
  const beyond = await player.beat(Math.floor(drawn / 1000), at + 130)
  assert.deepEqual(
    [beyond.refused?.reason, beyond.capture?.state, beyond.capture?.nonce],
    ['capture_missed', 'lapsed', null],
  )
  const [row] =
    await world.db`select accepted_ms from watch_coverages where enrolment_id = ${student.enrolmentId}`
  assert.equal(row!.acceptedMs, drawn)
  assert.equal((await answer(student, due)).respCode, 409)

  const nonces = new Set([due.nonce])
  for (const triesLeft of [1, 0]) {
    const next = (await request(student, player)).attribute
    assert.deepEqual([next.captureId, next.state, next.triesLeft], [due.captureId, 'open', triesLeft])
    nonces.add(next.nonce)
    await clock.pass(61)
  }
  assert.equal(nonces.size, 3)
  const other = (await request(student, player)).attribute
  assert.notEqual(other.captureId, due.captureId)
  const [missed] = await rowsOf(student)
  assert.deepEqual([missed!.status, missed!.tries], ['missed', 3])
  assert.equal((await answer(student, other)).attribute.state, 'passed')
  await clock.pass(10)
  const on = await player.beat(Math.floor(drawn / 1000), Math.floor(drawn / 1000) + 10)
  assert.equal(on.refused, null)
})

test('classes have checks of their own, and off is the default', async () => {
  const plain = await aPortal(world)
  const { student } = await aWatched({}, plain)
  const player = await aPlayer(world, student)
  assert.deepEqual([player.token.isCaptured, await leftOf(student)], [false, null])
  await world.db`update train_classes set capture_kind = 'presence' where id = ${student.built.classId}`
  const again = await aPlayer(world, student, { previous: player.token.leaseToken })
  assert.equal(again.token.isCaptured, true)
  const terms = await world.ask(calls.findCaptureTerms, { enrolmentId: student.enrolmentId }, student.token)
  assert.deepEqual([terms.everyFrom, terms.everyTo, terms.seconds], [15, 25, 60])
  assert.deepEqual([terms.kind, terms.consent, terms.misses, terms.missesAllowed], ['presence', 'none', 0, 9])
})

test('a class has an interval, a time to respond and tries of its own, and the rest is the project’s', async () => {
  const { student } = await aWatched({ captureKind: 'presence', captureEveryFrom: 100, captureEveryTo: 110 })
  const { classId } = student.built
  await world.db`
    update train_classes set capture_every_from = 5, capture_every_to = 6, capture_seconds = 25, capture_tries = 1
    where id = ${classId}`
  const terms = await world.ask(calls.findCaptureTerms, { enrolmentId: student.enrolmentId }, student.token)
  const { everyFrom, everyTo, seconds, missesAllowed } = terms
  assert.deepEqual([everyFrom, everyTo, seconds, missesAllowed], [5, 6, 25, 9])
  const player = await aPlayer(world, student)
  const drawn = (await leftOf(student))!
  assert.ok(drawn >= 300_000 && drawn <= 360_000, `${drawn} ms`)
  const [due] = await playToCheck(player)
  assert.deepEqual([due.secondsLeft, due.triesLeft], [25, 0])
  await clock.pass(26)
  assert.notEqual((await request(student, player)).attribute.captureId, due.captureId)
  await world.db`update train_classes set capture_seconds = null where id = ${classId}`
  const later = await world.ask(calls.findCaptureTerms, { enrolmentId: student.enrolmentId }, student.token)
  assert.equal(later.seconds, 60)
})

test('one bound of a class that the project contradicts since holds, and the project’s gives way', async () => {
  const { student } = await aWatched({ captureKind: 'presence', captureEveryFrom: 100, captureEveryTo: 110 })
  const { classId } = student.built
  const interval = async (own: { captureEveryFrom: number | null; captureEveryTo: number | null }) => {
    await world.db`update train_classes set ${world.db(own)} where id = ${classId}`
    const terms = await world.ask(calls.findCaptureTerms, { enrolmentId: student.enrolmentId }, student.token)
    return [terms.everyFrom, terms.everyTo]
  }
  assert.deepEqual(await interval({ captureEveryFrom: 120, captureEveryTo: null }), [120, 120])
  assert.deepEqual(await interval({ captureEveryFrom: 105, captureEveryTo: null }), [105, 110])
  assert.deepEqual(await interval({ captureEveryFrom: null, captureEveryTo: 105 }), [100, 105])
  assert.deepEqual(await interval({ captureEveryFrom: null, captureEveryTo: 6 }), [6, 6])
  await aPlayer(world, student)
  assert.equal(await leftOf(student), 360_000)
})

test('a class has checks a day, misses and days to make them up of its own', async () => {
  const rule = { captureKind: 'presence', captureTries: 1, capturesADay: 50, captureMisses: 9 } as const
  const { student } = await aWatched(rule)
  await world.db`
    update train_classes set captures_a_day = 1, capture_misses = 1, capture_make_up_days = 1
    where id = ${student.built.classId}`
  const terms = await world.ask(calls.findCaptureTerms, { enrolmentId: student.enrolmentId }, student.token)
  assert.deepEqual([terms.missesAllowed, terms.makeUpDays], [1, 1])
  const player = await aPlayer(world, student)
  await playToCheck(player)
  await clock.pass(61)
  const makeUp = (await request(student, player)).attribute
  assert.equal((await answer(student, makeUp)).respCode, 200)
  assert.equal(await leftOf(student), null)
  // Those of another class count towards the number of the project alone.
  const { student: other } = await aWatched(rule)
  await world.db`update captures set enrolment_id = ${other.enrolmentId} where enrolment_id = ${student.enrolmentId}`
  const again = await aPlayer(world, student, { previous: player.token.leaseToken })
  assert.equal(again.token.isCaptured, true)
  assert.notEqual(await leftOf(student), null)
})

test('no more checks a day than the project says', async () => {
  const { student } = await aWatched({ captureKind: 'presence', capturesADay: 1 })
  const player = await aPlayer(world, student)
  const [due, at] = await playToCheck(player)
  await answer(student, due)
  assert.equal(await leftOf(student), null)
  for (let i = 0; i < 20; i++) {
    await clock.pass(30)
    assert.equal((await player.beat(at + i * 30, at + i * 30 + 30)).refused, null)
  }
})

test('who misses is asked again: only checks that were met use up the day, and one answer is one answer', async () => {
  const { student } = await aWatched({ captureKind: 'presence', captureTries: 1, capturesADay: 2 })
  const player = await aPlayer(world, student)
  await playToCheck(player)
  for (let i = 0; i < 3; i++) {
    await clock.pass(61)
    await request(student, player)
  }
  const due = (await player.beat(10, 10)).capture!
  assert.equal((await answer(student, due)).attribute.state, 'passed')
  assert.deepEqual(
    (await rowsOf(student)).map(({ status }) => status as string),
    ['missed', 'missed', 'missed', 'passed'],
  )
  assert.ok((await leftOf(student))! >= 300_000)
  const [second] = await playToCheck(player)
  assert.equal((await answer(student, second)).attribute.state, 'passed')
  assert.equal(await leftOf(student), null)
})

test('cheat: a lease that is kept past midnight is asked on the next day as a new one is', async () => {
  const { student } = await aWatched({ captureKind: 'presence', capturesADay: 1 })
  const player = await aPlayer(world, student)
  const [due, at] = await playToCheck(player)
  await answer(student, due)
  assert.equal(await leftOf(student), null)
  await clock.pass(86_400)
  assert.equal((await player.beat(at, at)).capture, null)
  const drawn = await leftOf(student)
  assert.ok(drawn !== null && drawn >= 300_000, `${drawn} ms`)
  const [next] = await playToCheck(player, at)
  assert.equal(next.state, 'open')
})

test('with so many misses study stops until enough are made up in time; later only an appeal helps', async () => {
  const rule = { captureKind: 'presence', captureMisses: 2, captureTries: 1, captureMakeUpDays: 3 } as const
  const { student } = await aWatched(rule)
  const player = await aPlayer(world, student)
  await playToCheck(player)
  await clock.pass(61)
  const second = (await request(student, player)).attribute
  assert.equal(second.state, 'open')
  await clock.pass(61)
  const third = (await request(student, player)).attribute
  await clock.pass(61)
  assert.equal(third.state, 'open')
  const stopped = (await player.beat(10, 10)).capture!
  assert.deepEqual([stopped.state, stopped.nonce], ['stopped', null])
  const states = async () => (await rowsOf(student)).map(({ status }) => status as string)
  const makeUp = (await request(student, player)).attribute
  assert.equal((await answer(student, makeUp)).respCode, 200)
  assert.deepEqual(await states(), ['made_up', 'missed', 'missed', 'passed'])
  assert.equal(await leftOf(student), 0)
  const next = (await player.beat(10, 10)).capture!
  assert.equal(next.state, 'open')
  assert.equal((await answer(student, next)).respCode, 200)
  assert.deepEqual(await states(), ['made_up', 'made_up', 'missed', 'passed', 'passed'])
  assert.ok((await leftOf(student))! >= 300_000)

  const late = (await aWatched(rule)).student
  const other = await aPlayer(world, late)
  await playToCheck(other)
  await clock.pass(61)
  await request(late, other)
  await clock.pass(61)
  await world.db`update captures set status = 'missed', settled_at = moment() where enrolment_id = ${late.enrolmentId}`
  await clock.pass(4 * 86_400)
  const back = await aPlayer(world, late)
  assert.equal((await request(late, back)).respCode, 409)
  assert.equal(back.token.capture!.state, 'stopped')
  const [mine] = await world.ask(calls.findMyCaptures, { enrolmentId: late.enrolmentId }, late.token)
  assert.deepEqual([mine!.state, mine!.canAppeal], ['missed', true])
})

/** A student who agreed to pictures, with a portrait for faces. */
async function aShown(kind: 'photo' | 'face', person = 100) {
  const { student, portal: own } = await aWatched({ captureKind: kind })
  if (kind === 'face') await aPortrait(world, student.token, await aShot({ person }))
  const decision = { kind, agreed: true, version: captureConsentVersion }
  await world.ask(calls.decideCapture, decision, student.token)
  return { student, own, officer: await anAccount(world, own, { role: 'admin' }) }
}

test('a picture is stored sealed, judged by a job, seen by the office with a record, and gone after thirty days', async () => {
  const { student, officer } = await aShown('photo')
  const player = await aPlayer(world, student)
  const [due] = await playToCheck(player)
  assert.equal(due.kind, 'photo')
  assert.equal((await answer(student, due)).respCode, 422)
  const shot = await aShot({ person: 5 })
  assert.equal((await answer(student, due, shot)).attribute.state, 'taken')
  assert.ok((await leftOf(student))! >= 300_000)
  await world.portal.drainJobs()
  const page = await world.ask(
    calls.findResourceCaptureList,
    { enrolmentId: student.enrolmentId, page: 1, limit: 10 },
    officer.token,
  )
  assert.deepEqual([page.total, page.list[0]!.state, page.list[0]!.hasPicture], [1, 'passed', true])
  const { captureId } = due
  const { picture } = await world.ask(calls.getCapturePicture, { captureId }, officer.token)
  assert.match(picture, /^data:image\/jpeg;base64,\/9j\//)
  const [look] =
    await world.db`select action from operation_logs where subject_id = ${captureId} and action = 'capture.look'`
  assert.ok(look)
  const [stored] = await world.db`select picture_sealed from capture_pictures where capture_id = ${captureId}`
  assert.ok(!(stored!.pictureSealed as Buffer).includes(Buffer.from([0xff, 0xd8, 0xff])))
  await clock.pass(pictureDays * 86_400 + 60)
  await runJob(world, 'study.expire-captures')
  assert.equal((await world.call(calls.getCapturePicture, { captureId }, officer.token)).respCode, 404)
})

test('a face that is the portrait’s passes; any doubt goes to a person, and nobody waits', async () => {
  const { student, officer } = await aShown('face')
  const player = await aPlayer(world, student)
  const [first, at] = await playToCheck(player)
  assert.equal(first.kind, 'face')
  assert.equal((await answer(student, first, await aShot({ person: 130 }))).attribute.state, 'taken')
  await world.portal.drainJobs()
  const [second] = await playToCheck(player, at)
  assert.equal((await answer(student, second, await aShot({ person: 220 }))).attribute.state, 'taken')
  await world.portal.drainJobs()
  assert.deepEqual(
    (await rowsOf(student)).map(({ status }) => status as string),
    ['passed', 'review'],
  )
  const work = await world.ask(workQueueCalls.findMine, {}, officer.token)
  const mine = work.find(({ code }) => code === 'study.capture')!
  assert.deepEqual(
    [mine.count, mine.address],
    [1, `/train-manage/study-report/study-detail?tab=captures&enrolmentId=${student.enrolmentId}`],
  )
  const change = { captureId: second.captureId, result: 'failed' } as const
  const effect = await world.ask(calls.previewCaptureChange, change, officer.token)
  assert.deepEqual(
    [effect.from, effect.to, effect.missesBefore, effect.missesAfter, effect.stopsAfter, effect.passedAt],
    ['review', 'failed', 0, 1, false, null],
  )
  assert.ok(effect.countedSeconds > 500)
  await world.ask(calls.updateCaptureJson, { ...change, from: 'review', reason: '不是本人' }, officer.token)
  assert.equal(await leftOf(student), 0)
  const told = await player.beat(0, 0)
  assert.equal(told.capture!.state, 'lapsed')
  const makeUp = (await request(student, player)).attribute
  assert.equal(makeUp.state, 'open')
})

test('a learner who declines pictures confirms by a click, and the pictures there are go', async () => {
  const { student } = await aShown('face')
  const player = await aPlayer(world, student)
  const [due, at] = await playToCheck(player)
  await answer(student, due, await aShot({ person: 100 }))
  const decision = { kind: 'face', agreed: false, version: captureConsentVersion } as const
  await world.ask(calls.decideCapture, decision, student.token)
  const [left] = await world.db`
    select count(*)::int as n from capture_pictures p join captures k on k.id = p.capture_id
    where k.account_id = ${student.accountId}`
  assert.equal(left!.n, 0)
  assert.equal((await world.ask(faceCalls.getState, {}, student.token)).consentAt, null)
  const [next] = await playToCheck(player, at)
  assert.equal(next.kind, 'presence')
  const old = { ...decision, version: captureConsentVersion + 1 }
  assert.equal((await world.call(calls.decideCapture, old, student.token)).respCode, 409)
})

test('a missed check is appealed once; accepted, study goes on, and what it was is kept with the reason', async () => {
  const { student } = await aWatched()
  const player = await aPlayer(world, student)
  const [due, at] = await playToCheck(player)
  const { captureId } = due
  const reason = '当时断电了'
  const appeal = () => world.call(calls.appealCapture, { captureId, reason }, student.token)
  assert.equal((await appeal()).respCode, 409)
  await world.db`update captures set status = 'missed', tries = 3, settled_at = moment() where id = ${captureId}`
  assert.equal((await appeal()).respCode, 200)
  assert.equal((await appeal()).respCode, 409)
  const input = { captureId, result: 'accepted', from: 'appealed', reason: '情况属实' } as const
  const stale = { ...input, from: 'missed' } as const
  assert.equal((await world.call(calls.updateCaptureJson, stale, admin.token)).respCode, 409)
  const himself = await anAccount(world, portal, { role: 'admin' })
  await linkAccounts(world, himself, student)
  const own = await world.call(calls.updateCaptureJson, input, himself.token)
  assert.deepEqual([own.respCode, own.respDesc], [409, approvalRefusals.ownRecord.zh])
  await world.ask(calls.updateCaptureJson, input, admin.token)
  assert.ok((await leftOf(student))! >= 300_000)
  await clock.pass(10)
  assert.equal((await player.beat(at, at + 10)).refused, null)
  const page = await world.ask(
    calls.findResourceCaptureList,
    { enrolmentId: student.enrolmentId, page: 1, limit: 10 },
    admin.token,
  )
  const { state, changes } = page.list[0]!
  assert.deepEqual([state, changes.length], ['accepted', 1])
  assert.deepEqual(
    [changes[0]!.from, changes[0]!.to, changes[0]!.reason],
    ['appealed', 'accepted', '情况属实'],
  )
  const inbox = await world.ask(messageCalls.findMine, {}, student.token)
  assert.ok(JSON.stringify(inbox).includes('capture.accepted'))
})

test('an appeal that is rejected leaves the check missed, and is told with the reason', async () => {
  const { student } = await aWatched()
  const player = await aPlayer(world, student)
  const [{ captureId }] = await playToCheck(player)
  await world.db`update captures set status = 'missed', tries = 3, settled_at = moment() where id = ${captureId}`
  await world.ask(calls.appealCapture, { captureId, reason: '没听见' }, student.token)
  const input = { captureId, result: 'failed', from: 'appealed', reason: '没有说明理由' } as const
  await world.ask(calls.updateCaptureJson, input, admin.token)
  const [mine] = await world.ask(calls.findMyCaptures, { enrolmentId: student.enrolmentId }, student.token)
  assert.deepEqual([mine!.state, mine!.reason, mine!.canAppeal], ['rejected', '没有说明理由', false])
})

test('other people’s checks are absent, and a result needs its permission', async () => {
  const { student } = await aWatched()
  const player = await aPlayer(world, student)
  const [due] = await playToCheck(player)
  const { captureId } = due
  const friend = await aLearner(world, portal)
  assert.equal((await answer(friend, due)).respCode, 404)
  assert.equal((await request(friend, player)).respCode, 404)
  const { enrolmentId } = student
  assert.equal((await world.call(calls.findCaptureTerms, { enrolmentId }, friend.token)).respCode, 404)
  assert.deepEqual(await world.ask(calls.findMyCaptures, { enrolmentId }, friend.token), [])
  assert.equal(
    (await world.call(calls.appealCapture, { captureId, reason: '理由' }, friend.token)).respCode,
    404,
  )
  const elsewhere = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  const change = { captureId, result: 'accepted' } as const
  for (const [call, input] of [
    [calls.previewCaptureChange, change],
    [calls.updateCaptureJson, { ...change, from: 'open', reason: '理由' }],
    [calls.getCapturePicture, { captureId }],
    [calls.findResourceCaptureList, { enrolmentId, page: 1, limit: 10 }],
  ] as const) {
    assert.equal((await world.call(call as never, input as never, elsewhere.token)).respCode, 404)
    assert.equal((await world.call(call as never, input as never, student.token)).respCode, 403)
  }
  assert.equal((await world.call(calls.previewCaptureChange, change, admin.token)).respCode, 409)
})

test('a phone of the same account takes the picture of a check that waits elsewhere, another account’s does not', async () => {
  const { student } = await aShown('photo')
  const player = await aPlayer(world, student)
  const [due] = await playToCheck(player)
  const friend = (await aShown('photo')).student
  assert.equal((await answer(friend, due, await aShot({ person: 7 }))).respCode, 404)
  await clock.pass(61)
  assert.equal((await answer(student, due, await aShot({ person: 7 }))).respCode, 409)
  const again = (await request(student, player)).attribute
  const [account] = await world.db<{ id: string; projectId: string; roleId: string; unitId: string }[]>`
    select id, project_id, role_id, unit_id from accounts where id = ${student.accountId}`
  const seen = { ip: '127.0.0.1', agent: 'a phone' }
  const token = await world.db.begin((tx) => openSession(tx, { ...account!, roleSystem: 3 }, seen))
  assert.notEqual(token, student.token)
  const phone = { ...student, token }
  const mine = () => world.ask(calls.findMyCaptures, { enrolmentId: student.enrolmentId }, student.token)
  assert.equal((await mine())[0]!.answeredAt, null)
  assert.equal((await answer(phone, again, await aShot({ person: 7 }))).attribute.state, 'taken')
  assert.notEqual((await mine())[0]!.answeredAt, null)
  assert.equal((await answer(phone, again, await aShot({ person: 7 }))).respCode, 409)
  assert.equal((await answer(phone, again)).respCode, 422)
})

test('cheat: replaying an answer, a nonce of another try, a picture that was sent before', async () => {
  const { student } = await aShown('photo')
  const player = await aPlayer(world, student)
  const [due, at] = await playToCheck(player)
  await clock.pass(61)
  const second = (await request(student, player)).attribute
  const shot = await aShot({ person: 7 })
  const { respCode, field } = await answer(student, second, shot, due.nonce!)
  assert.deepEqual([respCode, field], [409, 'nonce'], 'the phone tells it from one whose time is over')
  const together = await Promise.all([1, 2, 3].map(() => answer(student, second, shot)))
  assert.deepEqual(
    together.map(({ attribute }) => attribute?.state),
    ['taken', 'taken', 'taken'],
  )
  const [once] = await world.db`
    select count(*)::int as n from capture_pictures p join captures k on k.id = p.capture_id
    where k.account_id = ${student.accountId}`
  assert.equal(once!.n, 1)
  await clock.pass(61)
  assert.equal((await answer(student, second, shot)).respCode, 409)
  const [next] = await playToCheck(player, at)
  const isBefore = { respCode: 422, field: 'file', respDesc: captureRefusals.replay.zh }
  for (const same of [
    shot,
    Buffer.concat([shot, Buffer.from([0])]),
    await sharp(shot).png().toBuffer(),
    await sharp(shot).webp({ lossless: true }).toBuffer(),
  ]) {
    const { respCode, field, respDesc } = await answer(student, next, same)
    assert.deepEqual({ respCode, field, respDesc }, isBefore)
  }
  const friend = (await aShown('photo')).student
  const [theirs] = await playToCheck(await aPlayer(world, friend))
  assert.equal((await answer(friend, theirs, shot)).respCode, 422)
})

/** A room with somebody who sits a little to the right; the grain is another in each picture, as a camera has it. */
const aRoom = (seed: number, right = 0) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
      <defs><linearGradient id="wall" x2="1" y2="1"><stop stop-color="#5b6470"/><stop offset="1" stop-color="#d9d2c4"/>
      </linearGradient><filter id="grain"><feTurbulence baseFrequency="0.8" seed="${seed}"/></filter></defs>
      <rect width="640" height="480" fill="url(#wall)"/>
      <rect x="40" y="60" width="150" height="200" fill="#8fb3c9"/>
      <ellipse cx="${330 + right}" cy="470" rx="170" ry="140" fill="#2c3e57"/>
      <ellipse cx="${330 + right}" cy="220" rx="80" ry="105" fill="#d8a98a"/>
      <path d="M${250 + right} 190 q80 -140 160 0 v-40 q-80 -90 -160 0" fill="#231d1a"/>
      <rect width="640" height="480" filter="url(#grain)" opacity="0.08"/></svg>`),
  )
    .flatten()
    .jpeg({ quality: 92 })
    .toBuffer()

test('a copy of an earlier picture of the same account, compressed or scaled again, is a person’s to decide; another picture passes', async () => {
  const { student, officer } = await aShown('photo')
  const player = await aPlayer(world, student)
  const taken = await aRoom(1)
  const half = await sharp(taken).resize({ width: 448 }).jpeg({ quality: 60 }).toBuffer()
  const shots: [string, Buffer][] = [
    ['passed', taken],
    ['review', await sharp(taken).jpeg({ quality: 40 }).toBuffer()],
    ['review', half],
    ['review', await sharp(half).resize({ width: 1200 }).webp({ quality: 50 }).toBuffer()],
    ['passed', await aRoom(2, 24)],
    ['passed', await aShot({ person: 7 })],
  ]
  let at: number | undefined
  for (const [, shot] of shots) {
    const [due, to] = await playToCheck(player, at)
    at = to
    assert.equal((await answer(student, due, shot)).attribute.state, 'taken')
    await world.portal.drainJobs()
  }
  const rows = await world.db<{ status: string; resemblesId: string | null; id: string }[]>`
    select id, status, resembles_id from captures where enrolment_id = ${student.enrolmentId} and answered_at is not null
    order by answered_at`
  assert.deepEqual(
    rows.map(({ status }) => status),
    shots.map(([status]) => status),
  )
  const undrawn = await world.db`
    select capture_id from capture_pictures join captures k on k.id = capture_id
    where k.enrolment_id = ${student.enrolmentId} and k.status <> 'open' and raster_sealed is null`
  assert.equal(undrawn.length, 0)
  const own = new Set(rows.map(({ id }) => id))
  for (const { status, resemblesId } of rows)
    assert.equal(status === 'review', resemblesId !== null && own.has(resemblesId))
  const { list } = await world.ask(
    calls.findResourceCaptureList,
    { enrolmentId: student.enrolmentId, limit: 50 },
    officer.token,
  )
  const answered = list.filter((one) => one.answeredAt !== null).reverse()
  assert.equal(answered[1]!.resembles, answered[0]!.answeredAt)
  assert.equal(answered[0]!.resembles, null)

  // Nobody is held against what another account showed.
  const friend = (await aShown('photo')).student
  const [theirs] = await playToCheck(await aPlayer(world, friend))
  const again = await sharp(taken).jpeg({ quality: 55 }).toBuffer()
  assert.equal((await answer(friend, theirs, again)).attribute.state, 'taken')
  await world.portal.drainJobs()
  assert.deepEqual(
    (await rowsOf(friend)).map(({ status }) => status).filter((status) => status !== 'open'),
    ['passed'],
  )
})

test('a picture that shows nothing is refused, and the check still waits for one that shows something', async () => {
  const { student } = await aShown('photo')
  const [due] = await playToCheck(await aPlayer(world, student))
  for (const background of ['black', 'white', '#335577']) {
    const blank = sharp({ create: { width: 200, height: 200, channels: 3, background } })
    const { respCode, respDesc } = await answer(student, due, await blank.jpeg().toBuffer())
    assert.deepEqual([respCode, respDesc], [422, captureRefusals.empty.zh])
  }
  assert.equal((await answer(student, due, await aShot({ person: 8 }))).attribute.state, 'taken')
})

test('an answer whose reply was lost is answered again within its time, and only to its learner', async () => {
  const { student } = await aWatched()
  const player = await aPlayer(world, student)
  const [due] = await playToCheck(player)
  assert.equal((await answer(student, due)).attribute.state, 'passed')
  const left = await leftOf(student)
  assert.equal((await answer(student, due)).attribute.state, 'passed')
  assert.equal(await leftOf(student), left)
  assert.equal((await answer(await aLearner(world, portal), due)).respCode, 404)
  await clock.pass(61)
  assert.equal((await answer(student, due)).respCode, 409)
})

test('cheat: a fresh window, another video, late beats and two devices do not begin the time again', async () => {
  const easy = await aPortal(world, {
    settings: { captureKind: 'presence', secondWindow: 'takeover', ...soon },
  })
  const student = await aStudent(world, easy, { videos: [3600, 3600, 3600] })
  const counted = async () => {
    const [row] = await world.db`
      select sum(accepted_ms)::int as ms from watch_coverages where enrolment_id = ${student.enrolmentId}`
    return row!.ms as number
  }
  let drawn: number | null = null
  const held: { player: Player; at: number }[] = []
  for (let i = 0; i < 15; i++) {
    const player = await aPlayer(world, student, { itemId: student.built.itemIds[i % 3]! })
    drawn ??= await leftOf(student)
    const at = player.token.furthest
    // Half of each minute is sent at once, half is held back as if there had been no connection.
    await clock.pass(60)
    await player.beat(at, at + 30, { since: 0, until: 30 })
    held.push({ player, at: at + 30 })
  }
  for (const { player, at } of held) await player.beat(at, at + 30, { since: 30, until: 60 })
  assert.ok((await counted()) <= drawn!, `${await counted()} of ${drawn} ms`)
  assert.equal((await rowsOf(student)).length <= 1, true)
})

test('cheat: a client that never answers earns nothing beyond the first check, whatever it sends', async () => {
  const { student } = await aWatched({ captureKind: 'presence', videoCanSeek: true })
  let player = await aPlayer(world, student)
  const drawn = (await leftOf(student))!
  for (let i = 0; i < 45; i++) {
    await clock.pass(30)
    const age = (i % 15) * 30
    await player.beat(i * 30, i * 30 + 30, { since: age, until: age + 30 })
    if (i % 15 === 14) player = await aPlayer(world, student, { previous: player.token.leaseToken })
  }
  const process = await world.ask(
    studyCalls.myClassProcess,
    { enrolmentId: student.enrolmentId },
    student.token,
  )
  assert.ok(process.watchedSeconds * 1000 <= drawn)
  assert.ok(process.explained.refused.some(({ reason }) => reason === 'capture_missed'))
})
