import type { SystemReason } from '../../../contract/systemReason.ts'
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { aPortrait, aShot, faceByColour, sendFace } from '../../../test/build/face.ts'
import { sendForm } from '../../../test/build/file.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { aJob } from '../../../test/build/job.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { ChannelFailure } from '../../../server/channels/payment.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { faceCalls as calls, faceRefusals } from '../contract.ts'
import { consentVersion, retention } from '../rules.ts'
import { expireFaces } from './jobs.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let broken = false
let described = 0
let meanwhile: (() => Promise<unknown>) | null = null

before(async () => {
  world = await openWorld({
    channels: () => ({
      face: {
        async describe(picture) {
          described++
          if (broken) throw new ChannelFailure('the thread broke')
          await meanwhile?.()
          return faceByColour.describe(picture)
        },
      },
    }),
  })
  const menus = ['/student-manage/student', '/customer/exception-register']
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
})
beforeEach(async () => {
  await world.db`delete from tries`
  await world.db`delete from used_faces`
  await world.moveClock('0')
})

/** A learner with a portrait, who agreed. */
async function aReadyLearner() {
  const learner = await aLearner(world, portal)
  const portrait = await aPortrait(world, learner.token, await aShot({ person: 100 }))
  await world.ask(calls.consent, { version: consentVersion }, learner.token)
  return { ...learner, portrait }
}
const stateOf = ({ token }: BuiltAccount) => world.ask(calls.getState, {}, token)
const seenBy = (staff: BuiltAccount, { accountId }: BuiltAccount) =>
  world.call(calls.getFaceState, { accountId }, staff.token)
const send = async ({ token }: BuiltAccount, shot: Parameters<typeof aShot>[0]) =>
  sendFace(world, token, await aShot(shot))

test('a face like the portrait is confirmed, and staff see that and when', async () => {
  const learner = await aReadyLearner()
  assert.equal((await seenBy(admin, learner)).attribute.state, 'unconfirmed')
  const answer = await send(learner, { person: 130 })
  assert.deepEqual(answer.attribute, { passed: true, triesLeft: 3 })
  const { state, since, byPerson } = await stateOf(learner)
  assert.deepEqual([state, byPerson], ['confirmed', false])
  const seen = await seenBy(admin, learner)
  assert.deepEqual(seen.attribute, { state: 'confirmed', since, byPerson: false, declined: false })
})

test('nothing is compared before the notice was agreed to in its present wording', async () => {
  const learner = await aLearner(world, portal)
  await aPortrait(world, learner.token, await aShot({ person: 100 }))
  described = 0
  const first = await send(learner, { person: 130 })
  assert.equal(described, 0, 'no face is looked at')
  assert.deepEqual([first.respCode, first.respDesc], [409, faceRefusals.consentFirst.zh])
  const other = await world.call(calls.consent, { version: consentVersion + 1 }, learner.token)
  assert.deepEqual([other.respCode, other.respDesc], [409, faceRefusals.noticeChanged.zh])
  assert.equal((await stateOf(learner)).consentAt, null)
  await world.ask(calls.consent, { version: consentVersion }, learner.token)
  const { consentAt } = await stateOf(learner)
  assert.ok(consentAt)
  await world.ask(calls.consent, { version: consentVersion }, learner.token)
  assert.equal((await stateOf(learner)).consentAt, consentAt, 'said twice it is given once')
  const logs = await world.db`
    select after from operation_logs where action = 'face.consent' and subject_id = ${learner.accountId}`
  assert.deepEqual(
    logs.map((log) => log.after),
    [{ version: consentVersion }],
  )
  await world.db`update faces set consent_version = ${consentVersion + 1} where account_id = ${learner.accountId}`
  assert.equal((await stateOf(learner)).consentAt, null, 'another wording is not this one')
  assert.equal((await send(learner, { person: 130 })).respCode, 409)
})

test('without a profile or a portrait the missing part is reported, and so is a portrait that shows nobody', async () => {
  const newcomer = await anAccount(world, portal)
  await world.ask(calls.consent, { version: consentVersion }, newcomer.token)
  assert.equal((await stateOf(newcomer)).hasProfile, false)
  assert.equal((await send(newcomer, { person: 130 })).respDesc, faceRefusals.noProfile.zh)
  assert.equal(
    (await world.call(calls.requestReview, {}, newcomer.token)).respDesc,
    faceRefusals.noProfile.zh,
  )
  const learner = await aLearner(world, portal)
  await world.ask(calls.consent, { version: consentVersion }, learner.token)
  assert.equal((await stateOf(learner)).hasPortrait, false)
  assert.equal((await send(learner, { person: 130 })).respDesc, faceRefusals.noPortrait.zh)
  assert.equal(
    (await world.call(calls.requestReview, {}, learner.token)).respDesc,
    faceRefusals.noPortrait.zh,
  )
  await aPortrait(world, learner.token, await aShot({ person: 100, faces: 0 }))
  assert.equal((await stateOf(learner)).hasPortrait, true)
  assert.equal((await send(learner, { person: 130 })).respDesc, faceRefusals.portraitUnfit.zh)
})

test('what cannot be compared is refused with what to do, and is no try', async () => {
  const learner = await aReadyLearner()
  const text = Buffer.from('no picture')
  const small = await sharp(await aShot({ person: 130 }))
    .png()
    .toBuffer()
  const cases = [
    [await aShot({ person: 130, faces: 0 }), faceRefusals.none],
    [await aShot({ person: 130, faces: 2 }), faceRefusals.many],
    [await aShot({ person: 130, light: 20 }), faceRefusals.dark],
    [await aShot({ person: 130, light: 250 }), faceRefusals.bright],
    [await aShot({ person: 104 }), faceRefusals.copy],
  ] as const
  for (const [picture, words] of cases) {
    const answer = await sendFace(world, learner.token, picture)
    assert.deepEqual([answer.respCode, answer.field, answer.respDesc], [422, 'file', words.zh])
  }
  assert.equal((await sendFace(world, learner.token, text)).respCode, 422)
  assert.equal((await sendFace(world, learner.token, small.subarray(0, 60))).respCode, -1)
  assert.equal((await sendForm(world, calls.checkFace, {}, learner.token)).respCode, 422)
  const huge = Buffer.concat([await aShot({ person: 130 }), Buffer.alloc(10_241 * 1024)])
  assert.equal((await sendFace(world, learner.token, huge)).respCode, 422)
  const { state, triesLeft } = await stateOf(learner)
  assert.deepEqual([state, triesLeft], ['unconfirmed', 3])
  const [stored] =
    await world.db`select count(*)::int as n from face_pictures where account_id = ${learner.accountId}`
  assert.equal(stored!.n, 0)
})

test('a failing channel is reported and costs no try, and without one a person reviews', async () => {
  const learner = await aReadyLearner()
  broken = true
  const answer = await send(learner, { person: 130 })
  broken = false
  assert.deepEqual([answer.respCode, answer.respDesc], [503, faceRefusals.unavailable.zh])
  const { triesLeft, available } = await stateOf(learner)
  assert.deepEqual([triesLeft, available], [3, true])
  const bare = await openWorld()
  const there = await aPortal(bare)
  const one = await aLearner(bare, there)
  assert.equal((await bare.ask(calls.getState, {}, one.token)).available, false)
  assert.equal((await sendFace(bare, one.token, await aShot({ person: 1 }))).respCode, 503)
})

test('three pictures of somebody else are three tries; then a person looks, and confirms or does not', async () => {
  const learner = await aReadyLearner()
  for (const triesLeft of [2, 1, 0]) {
    const answer = await send(learner, { person: 220 })
    assert.deepEqual(answer.attribute, { passed: false, triesLeft })
  }
  const fourth = await send(learner, { person: 130 })
  assert.deepEqual([fourth.respCode, (await stateOf(learner)).triesLeft], [429, 0])
  await world.ask(calls.requestReview, {}, learner.token)
  await world.ask(calls.requestReview, {}, learner.token)
  const list = await world.ask(
    supportCaseCalls.queryList,
    { accountId: learner.accountId, kind: 'face' },
    admin.token,
  )
  assert.deepEqual(
    list.list.map(({ status }) => status),
    ['open'],
  )
  const waiting = await stateOf(learner)
  assert.deepEqual([waiting.state, waiting.since], ['waiting', list.list[0]!.createdAt])
  const settle = (event: 'resolve' | 'dismiss' | 'reopen') =>
    world.ask(
      supportCaseCalls.settle,
      { id: list.list[0]!.id, event, outcome: '已核对身份证原件' },
      admin.token,
    )
  await settle('dismiss')
  const declined = await stateOf(learner)
  assert.deepEqual([declined.state, declined.declined], ['unconfirmed', true])
  await settle('reopen')
  assert.equal((await stateOf(learner)).state, 'waiting')
  await settle('resolve')
  const confirmed = await stateOf(learner)
  assert.deepEqual([confirmed.state, confirmed.byPerson], ['confirmed', true])
  assert.deepEqual((await seenBy(admin, learner)).attribute, {
    state: 'confirmed',
    since: confirmed.since,
    byPerson: true,
    declined: false,
  })
})

test('of many concurrent pictures of somebody else three count as tries', async () => {
  const learner = await aReadyLearner()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(learner, { person: 220 })))
  assert.equal(answers.filter((answer) => answer.respCode === 200).length, 3)
  assert.equal(answers.filter((answer) => answer.respCode === 429).length, 5)
})

test('a review by a person needs no consent to recognition, and stores no face data', async () => {
  const learner = await aLearner(world, portal)
  await aPortrait(world, learner.token, await aShot({ person: 100 }))
  await world.ask(calls.requestReview, {}, learner.token)
  assert.equal((await stateOf(learner)).state, 'waiting')
  const [row] = await world.db`
    select f.consent_at, f.template_sealed, p.account_id as picture
    from faces f left join face_pictures p on p.account_id = f.account_id where f.account_id = ${learner.accountId}`
  assert.deepEqual(row, { consentAt: null, templateSealed: null, picture: null })
  const [request] =
    await world.db`select note from exception_registers where account_id = ${learner.accountId}`
  assert.equal(request!.note, 'face.review' satisfies SystemReason)
})

test('another portrait undoes the confirmation, by likeness and by a person', async () => {
  const learner = await aReadyLearner()
  await send(learner, { person: 130 })
  await aPortrait(world, learner.token, await aShot({ person: 160 }))
  assert.equal((await stateOf(learner)).state, 'unconfirmed')
  assert.equal((await seenBy(admin, learner)).attribute.state, 'unconfirmed')
  assert.equal((await send(learner, { person: 210 })).attribute.passed, true, 'like the new portrait')
  assert.equal((await stateOf(learner)).state, 'confirmed')
  const other = await aReadyLearner()
  await world.ask(calls.requestReview, {}, other.token)
  await aPortrait(world, other.token, await aShot({ person: 161 }))
  assert.equal((await stateOf(other)).state, 'unconfirmed', 'what was asked was asked of another portrait')
  await world.ask(calls.requestReview, {}, other.token)
  assert.equal((await stateOf(other)).state, 'waiting')
  const [open] = await world.db`
    select count(*)::int as n from exception_registers where account_id = ${other.accountId}`
  assert.equal(open!.n, 1, 'the entry that is open serves again')
})

test('a portrait or a consent removed while faces are compared leaves no data', async () => {
  const learner = await aReadyLearner()
  meanwhile = () => world.ask(calls.withdraw, {}, learner.token)
  const withdrawn = await send(learner, { person: 130 })
  meanwhile = null
  assert.equal(withdrawn.respDesc, faceRefusals.consentFirst.zh)
  await world.ask(calls.consent, { version: consentVersion }, learner.token)
  meanwhile = () =>
    world.db`update students set photo_key = 'image/other' where account_id = ${learner.accountId}`
  const changed = await send(learner, { person: 130 })
  meanwhile = null
  assert.equal(changed.respDesc, faceRefusals.portraitChanged.zh)
  const [row] = await world.db`
    select template_sealed, last_at, confirmed_at from faces where account_id = ${learner.accountId}`
  assert.deepEqual(row, { templateSealed: null, lastAt: null, confirmedAt: null })
  assert.equal((await stateOf(learner)).triesLeft, 3)
})

test('a picture is compared once, no matter who sends it, also concurrently', async () => {
  const [one, other] = [await aReadyLearner(), await aReadyLearner()]
  const picture = await aShot({ person: 130 })
  const answers = await Promise.all([one, other].map(({ token }) => sendFace(world, token, picture)))
  assert.deepEqual(answers.map(({ respCode }) => respCode).sort(), [200, 422])
  for (const { token } of [one, other]) {
    const again = await sendFace(world, token, picture)
    assert.deepEqual([again.respCode, again.respDesc], [422, faceRefusals.replay.zh])
  }
  await world.ask(calls.withdraw, {}, one.token)
  assert.equal((await sendFace(world, other.token, picture)).respCode, 422, 'withdrawing does not free it')
})

test('withdrawing consent deletes template and picture immediately; the confirmation stays', async () => {
  const learner = await aReadyLearner()
  await send(learner, { person: 130 })
  await world.ask(calls.withdraw, {}, learner.token)
  await world.ask(calls.withdraw, {}, learner.token)
  const [row] = await world.db`
    select f.template_sealed, f.consent_at, f.withdrawn_at is not null as withdrawn, p.account_id as picture
    from faces f left join face_pictures p on p.account_id = f.account_id where f.account_id = ${learner.accountId}`
  assert.deepEqual(row, { templateSealed: null, consentAt: null, withdrawn: true, picture: null })
  const { state, consentAt } = await stateOf(learner)
  assert.deepEqual([state, consentAt], ['confirmed', null])
  const logs = await world.db`
    select action from operation_logs where subject_id = ${learner.accountId} and action like 'face.%' order by serial`
  assert.deepEqual(logs.map((log) => log.action).sort(), ['face.check', 'face.consent', 'face.withdraw'])
  assert.equal((await send(learner, { person: 131 })).respCode, 409)
})

test('template and picture are sealed, and no log or response contains face data', async () => {
  const learner = await aReadyLearner()
  const answer = await send(learner, { person: 130 })
  assert.deepEqual(Object.keys(answer.attribute), ['passed', 'triesLeft'])
  const { secrets } = world.app
  const [row] = await world.db<{ templateSealed: Buffer; pictureSealed: Buffer }[]>`
    select template_sealed, picture_sealed from faces join face_pictures using (account_id)
    where account_id = ${learner.accountId}`
  const template = Buffer.from(
    secrets.open('faces.template', learner.accountId, row!.templateSealed),
    'base64',
  )
  const numbers = new Float32Array(new Uint8Array(template).buffer)
  assert.ok(Math.abs(numbers[0]! - (100 / 255) * 2) < 0.02, 'it describes the portrait')
  const picture = Buffer.from(
    secrets.open('face_pictures.picture', learner.accountId, row!.pictureSealed),
    'base64',
  )
  assert.equal((await sharp(picture).metadata()).format, 'jpeg')
  assert.ok(!row!.pictureSealed.includes(picture.subarray(0, 40)))
  assert.throws(
    () => secrets.open('face_pictures.picture', learner.accountId, row!.templateSealed),
    'each opens in its own place',
  )
  const [log] = await world.db`
    select after from operation_logs where action = 'face.check' and subject_id = ${learner.accountId}`
  assert.deepEqual(log!.after, { passed: true })
})

test('no face data of a deleted account is stored', async () => {
  const learner = await aReadyLearner()
  await send(learner, { person: 130 })
  await world.db`update accounts set status = 'deleted' where id = ${learner.accountId}`
  await expireFaces.run(aJob(), world.app)
  const [row] = await world.db`
    select f.template_sealed, p.account_id as picture
    from faces f left join face_pictures p on p.account_id = f.account_id where f.account_id = ${learner.accountId}`
  assert.deepEqual(row, { templateSealed: null, picture: null })
})

test('a picture is deleted after its days, a template after its own or with its portrait, each with a record', async () => {
  const [learner, replaced] = [await aReadyLearner(), await aReadyLearner()]
  await send(learner, { person: 130 })
  await send(replaced, { person: 131 })
  await aPortrait(world, replaced.token, await aShot({ person: 160 }))
  const stored = async ({ accountId }: BuiltAccount) => {
    await expireFaces.run(aJob(), world.app)
    const [row] = await world.db`
      select f.template_sealed is not null as template, p.account_id is not null as picture
      from faces f left join face_pictures p on p.account_id = f.account_id where f.account_id = ${accountId}`
    return [row!.template, row!.picture]
  }
  assert.deepEqual(await stored(learner), [true, true])
  assert.deepEqual(await stored(replaced), [false, true])
  await world.moveClock(`${retention.pictureDays - 1} days`)
  assert.deepEqual(await stored(learner), [true, true])
  await world.moveClock(`${retention.pictureDays} days 3 hours`)
  assert.deepEqual(await stored(learner), [true, false])
  await world.moveClock(`${retention.templateDays} days 6 hours`)
  assert.deepEqual(await stored(learner), [false, false])
  const logs = await world.db`
    select after->>'what' as what from operation_logs
    where action = 'face.expire' and subject_id = ${learner.accountId} order by created_at`
  assert.deepEqual(
    logs.map((log) => log.what),
    ['picture', 'template'],
  )
})

test('only learners check their faces; staff see those of their scope', async () => {
  const learner = await aReadyLearner()
  const picture = await aShot({ person: 130 })
  assert.equal((await sendFace(world, null, picture)).respCode, 401)
  assert.equal((await sendFace(world, admin.token, picture)).respCode, 403)
  for (const call of [calls.getState, calls.withdraw, calls.requestReview]) {
    assert.equal((await world.call(call, {})).respCode, 401)
    assert.equal((await world.call(call, {}, admin.token)).respCode, 403)
  }
  assert.equal((await world.call(calls.consent, { version: 0 }, learner.token)).respCode, 422)
  assert.equal((await seenBy(learner, learner)).respCode, 403)
  const foreign = await anAccount(world, await aPortal(world, { menus: ['/student-manage/student'] }), {
    role: 'admin',
  })
  assert.equal((await seenBy(foreign, learner)).respCode, 404)
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, { ...portal, unitId }, { role: 'unit' })
  assert.equal((await seenBy(manager, learner)).respCode, 404)
  assert.equal((await seenBy(admin, admin)).respCode, 404, 'no learner')
})
