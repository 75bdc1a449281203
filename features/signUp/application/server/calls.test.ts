import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { momentFromNow } from '../../../../test/build/days.ts'
import { sendForm } from '../../../../test/build/file.ts'
import { runJob } from '../../../../test/build/job.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aField, anApplication, aSignUp, filled, signUpMenus } from '../../../../test/build/signUp.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { messageCalls } from '../../../message/contract.ts'
import { signUpCalls } from '../../contract.ts'
import { applicationCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: signUpMenus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const apply = (input: object, token: string) => world.call(applicationCalls.apply, input as never, token)
const review = (ids: string[], approve: boolean, reason?: string, token = admin.token) =>
  world.call(applicationCalls.review, { ids, approve, ...(reason && { reason }) }, token)
const get = (id: string, token = admin.token) => world.ask(applicationCalls.get, { id }, token)
const takenOf = async (id: string) => (await world.ask(signUpCalls.get, { id }, admin.token)).taken

async function rowsOf(signUpId: string): Promise<number> {
  const [row] = await world.db<{ count: number }[]>`
    select count(*) from sign_up_applications where sign_up_id = ${signUpId}`
  return row!.count
}

test('what keeps a person from applying is refused, with the field where there is one, and nothing changes', async () => {
  const learner = await aLearner(world, portal)
  const subjects = [{ name: '甲', sessions: [] }]
  const open = await aSignUp(world, admin.token, { kind: 'exam', subjects })
  const over = await aSignUp(world, admin.token)
  await world.db`update sign_ups set closes_at = moment() where id = ${over.id}`
  const cases: [signUp: typeof open, change: object, code: number, said: RegExp | string][] = [
    [await aSignUp(world, admin.token, { opensAt: momentFromNow(1) }), {}, 409, /还没有开始/],
    [over, {}, 409, /已经截止/],
    [await aSignUp(world, admin.token, { personnelCategories: ['health'] }), {}, 409, /面向其他地区/],
    [await aSignUp(world, admin.token, { regions: ['110000'] }), {}, 409, /面向其他地区/],
    [
      await aSignUp(world, admin.token, { unitIds: [await aUnit(world, portal.projectId)] }),
      {},
      409,
      /面向其他地区/,
    ],
    [open, { formVersion: 2 }, 409, 'formVersion'],
    [open, { answers: [] }, 422, 'answers.post'],
    [open, { answers: [{ key: 'post', number: 1 }] }, 422, 'answers.post'],
    [open, { answers: [{ key: 'other', text: '教师' }] }, 422, 'answers.other'],
    [open, { subjectIds: [] }, 422, 'subjectIds'],
    [open, { subjectIds: [learner.accountId] }, 422, 'subjectIds'],
    [open, { signUpId: learner.accountId }, 404, ''],
  ]
  for (const [signUp, change, code, said] of cases) {
    const refused = await apply({ ...filled(signUp), ...change }, learner.token)
    assert.equal(refused.respCode, code, JSON.stringify(change))
    if (typeof said === 'string') assert.equal(refused.field ?? '', said)
    else assert.match(refused.respDesc, said)
    assert.deepEqual([await rowsOf(signUp.id), await takenOf(signUp.id)], [0, 0])
  }
  await world.ask(signUpCalls.updateStatus, { ids: [open.id], event: 'close' }, admin.token)
  assert.match((await apply(filled(open), learner.token)).respDesc, /没有开放/)
})

test('a person applies once; withdrawn or rejected, the place is free and they may apply again', async () => {
  const signUp = await aSignUp(world, admin.token, { quota: 1 })
  const [learner, other] = [await aLearner(world, portal), await aLearner(world, portal)]
  const id = await anApplication(world, learner.token, signUp)
  assert.match((await apply(filled(signUp), learner.token)).respDesc, /不能重复报名/)
  assert.match((await apply(filled(signUp), other.token)).respDesc, /名额已满/)
  assert.equal((await world.call(applicationCalls.withdraw, { id }, other.token)).respCode, 404)
  await world.ask(applicationCalls.withdraw, { id }, learner.token)
  assert.equal((await world.call(applicationCalls.withdraw, { id }, learner.token)).respCode, 409)
  assert.equal(await takenOf(signUp.id), 0)
  const second = await anApplication(world, other.token, signUp)
  assert.deepEqual((await review([second], false)).respCode, 422)
  const { attribute } = await review([second], false, '材料不全')
  assert.deepEqual((attribute as { succeeded: string[] }).succeeded, [second])
  assert.equal(await takenOf(signUp.id), 0)
  await anApplication(world, learner.token, signUp)
  const { list } = await world.ask(applicationCalls.findMine, {}, learner.token)
  assert.deepEqual(
    list.map(({ status, canWithdraw, canPay }) => [status, canWithdraw, canPay]),
    [
      ['applied', true, false],
      ['withdrawn', false, false],
    ],
  )
  const told = await world.ask(messageCalls.findMine, {}, other.token)
  assert.match(JSON.stringify(told.list), /材料不全/)
})

test('a free application is confirmed by its approval, once; one with a fee is due until its time is over', async () => {
  const free = await aSignUp(world, admin.token)
  const learner = await aLearner(world, portal)
  const id = await anApplication(world, learner.token, free)
  await review([id], true)
  const confirmed = await get(id)
  assert.deepEqual(
    [confirmed.status, confirmed.events.map(({ status }) => status)],
    ['confirmed', ['applied', 'confirmed']],
  )
  const { attribute } = await review([id], true)
  assert.match((attribute as { failed: { reason: string }[] }).failed[0]!.reason, /当前状态为“报名成功”/)
  const paid = await aSignUp(world, admin.token, { fee: 8000, quota: 1 })
  const due = await anApplication(world, learner.token, paid)
  await review([due], true)
  const mine = await world.ask(applicationCalls.getMine, { id: due }, learner.token)
  assert.deepEqual([mine.status, mine.canPay, mine.fee], ['approved', true, 8000])
  await runJob(world, 'signUp.lapse')
  assert.equal((await get(due)).status, 'approved')
  const reminders = async () => {
    await runJob(world, 'signUp.remind')
    const { list } = await world.ask(messageCalls.findMine, {}, learner.token)
    return JSON.stringify(list).split('报名费即将到期').length - 1
  }
  assert.equal(await reminders(), 0)
  await world.db`
    update sign_up_applications set pay_until = moment() + interval '20 hours', reviewed_at = moment() - interval '3 days'
    where id = ${due}`
  assert.deepEqual([await reminders(), await reminders()], [1, 1], 'each once')
  await world.db`update sign_up_applications set pay_until = moment() - interval '1 second' where id = ${due}`
  await runJob(world, 'signUp.lapse')
  assert.deepEqual([(await get(due)).status, await takenOf(paid.id)], ['lapsed', 0])
  await anApplication(world, learner.token, paid)
})

test('64 at once for the last place: exactly one has it', async () => {
  const signUp = await aSignUp(world, admin.token, { quota: 1 })
  const crowd = await Promise.all(Array.from({ length: 64 }, () => aLearner(world, portal)))
  const answers = await Promise.all(crowd.map(({ token }) => apply(filled(signUp), token)))
  const codes = answers.map(({ respCode }) => respCode)
  assert.deepEqual(
    [codes.filter((code) => code === 200).length, codes.filter((code) => code === 409).length],
    [1, 63],
  )
  assert.deepEqual([await rowsOf(signUp.id), await takenOf(signUp.id)], [1, 1])
})

test('one person at once from many windows applies once', async () => {
  const signUp = await aSignUp(world, admin.token, { quota: 9 })
  const { token } = await aLearner(world, portal)
  const answers = await Promise.all(Array.from({ length: 8 }, () => apply(filled(signUp), token)))
  assert.equal(answers.filter(({ respCode }) => respCode === 200).length, 1)
  assert.equal(await takenOf(signUp.id), 1)
})

const png = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

async function upload(
  token: string,
  signUpId: string,
  bytes: Uint8Array,
  { key = 'proof', name = '证明.png' }: { key?: string; name?: string } = {},
) {
  const file = { name, mime: 'application/octet-stream', bytes }
  return sendForm(world, applicationCalls.uploadFile, { fields: { signUpId, key }, file }, token)
}

const fetchFile = (id: string, token: string) =>
  world.portal.http.inject({ url: `/api${applicationCalls.getFile.path}?id=${id}`, headers: { token } })

test('a file is sealed as it comes, read by its applicant and the office alone, and used once', async () => {
  const fields = [aField('proof', { kind: 'file', fileKinds: ['image', 'pdf'], maxKilobytes: 200 })]
  const signUp = await aSignUp(world, admin.token, { fields })
  const [learner, other] = [await aLearner(world, portal), await aLearner(world, portal)]
  const sent = await upload(learner.token, signUp.id, pdf, { name: '../330106199001011234证明.exe' })
  assert.equal(sent.respCode, 200)
  const { id: fileId, name, kind } = sent.attribute
  assert.equal(kind, 'pdf')
  assert.match(name, /^\.\.3301\*+.*证明\.pdf$|^.*\*.*证明\.pdf$/)
  const [row] = await world.db<{ contentSealed: Buffer }[]>`
    select content_sealed from sign_up_files where id = ${fileId}`
  assert.ok(!row!.contentSealed.includes('%PDF'))
  assert.equal((await fetchFile(fileId, other.token)).json<{ respCode: number }>().respCode, 404)
  assert.equal((await fetchFile(fileId, admin.token)).json<{ respCode: number }>().respCode, 404)
  assert.ok((await fetchFile(fileId, learner.token)).rawPayload.equals(pdf))
  const input = { ...filled(signUp), answers: [{ key: 'proof', fileId }] }
  const stolen = await apply(input, other.token)
  assert.deepEqual([stolen.respCode, stolen.field], [422, 'answers.proof'])
  assert.equal(await takenOf(signUp.id), 0)
  const { id } = await world.ask(applicationCalls.apply, input, learner.token)
  assert.ok((await fetchFile(fileId, admin.token)).rawPayload.equals(pdf))
  assert.equal((await fetchFile(fileId, other.token)).json<{ respCode: number }>().respCode, 404)
  await world.ask(applicationCalls.withdraw, { id }, learner.token)
  assert.deepEqual(
    [(await apply(input, learner.token)).field, await takenOf(signUp.id)],
    ['answers.proof', 0],
  )
})

test('a file of another kind, too large, for no field of the form or for a sign-up that is not open is refused', async () => {
  const fields = [
    aField('proof', { kind: 'file', fileKinds: ['image'], maxKilobytes: 1 }),
    aField('photo', { kind: 'file', fileKinds: ['image'] }),
    aField('post'),
  ]
  const signUp = await aSignUp(world, admin.token, { fields })
  const soon = await aSignUp(world, admin.token, { fields, opensAt: momentFromNow(1) })
  const { token } = await aLearner(world, portal)
  const noise = Buffer.alloc(3000, 'a')
  for (const [bytes, id, key, code, field] of [
    [pdf, signUp.id, 'photo', 422, 'file'],
    [noise, signUp.id, 'photo', 422, 'file'],
    [noise, signUp.id, 'proof', 422, 'file'],
    [Buffer.alloc(0), signUp.id, 'photo', 422, 'file'],
    [await png(), signUp.id, 'post', 404, 'key'],
    [await png(), signUp.id, 'other', 404, 'key'],
    [await png(), soon.id, 'photo', 409, undefined],
    [await png(), soon.id.replace(/^.{8}/, '00000000'), 'photo', 404, undefined],
  ] as const) {
    const refused = await upload(token, id, bytes, { key })
    assert.deepEqual([refused.respCode, refused.field], [code, field], key)
  }
  const picture = await upload(token, signUp.id, await png(), { key: 'photo' })
  assert.deepEqual([picture.respCode, picture.attribute.kind], [200, 'image'])
  const [before] = await world.db`select count(*) from sign_up_files where sign_up_id = ${signUp.id}`
  assert.equal(before!.count, 1)
  await runJob(world, 'signUp.sweep')
  await world.db`update sign_up_files set created_at = moment() - interval '3 days' where sign_up_id = ${signUp.id}`
  await runJob(world, 'signUp.sweep')
  const [after] = await world.db`select count(*) from sign_up_files where sign_up_id = ${signUp.id}`
  assert.equal(after!.count, 0)
})

test('the files of an application go a month after it has ended, and not before', async () => {
  const fields = [aField('photo', { kind: 'file', fileKinds: ['image'] })]
  const signUp = await aSignUp(world, admin.token, { fields })
  const { token } = await aLearner(world, portal)
  const { attribute } = await upload(token, signUp.id, await png(), { key: 'photo' })
  const answers = [{ key: 'photo', fileId: attribute.id }]
  const { id } = await world.ask(applicationCalls.apply, { ...filled(signUp), answers }, token)
  const filesLeft = async () => {
    await runJob(world, 'signUp.sweep')
    return (await world.db`select from sign_up_files where application_id = ${id}`).length
  }
  const age = (days: number) => world.db`
    update sign_up_events set created_at = moment() - make_interval(days => ${days}) where application_id = ${id}`
  await world.db`update sign_up_files set created_at = moment() - interval '90 days' where application_id = ${id}`
  await age(90)
  assert.equal(await filesLeft(), 1, 'it is live')
  await world.ask(applicationCalls.withdraw, { id }, token)
  assert.equal(await filesLeft(), 1)
  await age(31)
  assert.equal(await filesLeft(), 0)
})

test('a unit applies for its own people and withdraws them; it sees and reviews nobody else', async () => {
  const fresh = await aPortal(world, { menus: signUpMenus })
  const menus = [
    '/cms-manage/apply-manage',
    '/cms-manage/apply-manage#apply',
    '/cms-manage/apply-manage#review',
  ]
  await world.db`update roles set menus = ${menus} where id = ${fresh.roles.unit}`
  const chief = await anAccount(world, fresh, { role: 'admin' })
  const manager = await anAccount(world, fresh, { role: 'unit' })
  const beside = await aUnit(world, fresh.projectId)
  const [own, other] = [await aLearner(world, fresh), await aLearner(world, fresh, { unitId: beside })]
  const signUp = await aSignUp(world, chief.token)
  const exam = await aSignUp(world, chief.token, { kind: 'exam', subjects: [{ name: '甲', sessions: [] }] })
  const applyFor = (accountId: string, to = signUp) =>
    world.call(applicationCalls.applyFor, { accountId, ...filled(to) }, manager.token)
  const { id } = (await applyFor(own.accountId)).attribute as { id: string }
  assert.equal((await applyFor(own.accountId)).respCode, 409)
  assert.equal((await applyFor(other.accountId)).respCode, 404)
  assert.equal((await applyFor(chief.accountId)).respCode, 404)
  assert.equal((await applyFor(own.accountId, exam)).respCode, 404, 'the page of exams is not theirs')
  const foreign = await anApplication(world, other.token, signUp)
  const { list } = await world.ask(applicationCalls.query, {}, manager.token)
  assert.deepEqual(
    list.map((row) => [row.id, row.bySelf]),
    [[id, false]],
  )
  assert.equal((await world.call(applicationCalls.get, { id: foreign }, manager.token)).respCode, 404)
  assert.equal((await review([id], true, undefined, manager.token)).respCode, 403)
  const withdraw = (one: string) =>
    world.call(applicationCalls.withdrawFor, { id: one, reason: '人员变动' }, manager.token)
  assert.equal((await withdraw(foreign)).respCode, 404)
  assert.equal((await withdraw(id)).respCode, 200)
  assert.equal((await get(id, manager.token)).reason, '人员变动')
})

test('many are applied for by one form: each is said what hinders them, and has a result of their own', async () => {
  const fresh = await aPortal(world, { menus: signUpMenus })
  const menus = ['/cms-manage/apply-manage', '/cms-manage/apply-manage#apply']
  await world.db`update roles set menus = ${menus} where id = ${fresh.roles.unit}`
  const chief = await anAccount(world, fresh, { role: 'admin' })
  const manager = await anAccount(world, fresh, { role: 'unit' })
  const beside = await aUnit(world, fresh.projectId)
  const names = ['甲一', '乙二', '丙三']
  const own = await Promise.all(names.map((name) => aLearner(world, fresh, { name })))
  const foreign = await aLearner(world, fresh, { unitId: beside })
  const signUp = await aSignUp(world, chief.token, { quota: 2 })
  await anApplication(world, own[0]!.token, signUp)
  const find = async (input: object = {}) =>
    (await world.ask(applicationCalls.findPeople, { signUpId: signUp.id, ...input }, manager.token)).list
  assert.deepEqual(
    new Map((await find()).map(({ realName, hindrance }) => [realName, hindrance])),
    new Map([
      ['甲一', 'applied'],
      ['乙二', null],
      ['丙三', null],
    ]),
  )
  assert.equal((await find({ free: true })).length, 2)
  assert.deepEqual(
    (await find({ keyword: '丙三' })).map(({ accountId }) => accountId),
    [own[2]!.accountId],
  )
  const many = (change: object, token = manager.token) =>
    world.call(
      applicationCalls.applyForMany,
      { ...filled(signUp), accountIds: own.map(({ accountId }) => accountId), ...change } as never,
      token,
    )
  const refused = await many({ answers: [] })
  assert.deepEqual([refused.respCode, refused.field], [422, 'answers.post'])
  const old = await many({ formVersion: 2 })
  assert.deepEqual([old.respCode, old.field], [409, 'formVersion'])
  assert.equal((await many({ signUpId: own[0]!.accountId })).respCode, 404)
  const other = { accountIds: undefined, filter: { signUpId: own[0]!.accountId } }
  assert.deepEqual([(await many(other)).respCode, (await many(other)).field], [422, 'filter'])
  const exam = await aSignUp(world, chief.token, { kind: 'exam', subjects: [{ name: '甲', sessions: [] }] })
  assert.equal((await many(filled(exam))).respCode, 404, 'the page of exams is not theirs')
  const photo = aField('photo', { kind: 'file', fileKinds: ['image'] })
  const withFile = await aSignUp(world, chief.token, { fields: [photo] })
  assert.equal((await many({ signUpId: withFile.id, answers: [] })).respCode, 409)
  const ids = [own[0]!, foreign, own[1]!, own[2]!].map(({ accountId }) => accountId)
  const { attribute } = await many({ accountIds: ids })
  const { succeeded, failed } = attribute as { succeeded: string[]; failed: { id: string; name: string }[] }
  assert.deepEqual(succeeded, [own[1]!.accountId])
  assert.deepEqual(
    failed.map(({ id, name }) => [id, name]),
    [
      [own[0]!.accountId, '甲一'],
      [foreign.accountId, null],
      [own[2]!.accountId, '丙三'],
    ],
  )
  assert.equal((await world.ask(signUpCalls.get, { id: signUp.id }, chief.token)).taken, 2)
  assert.equal((await many({})).respCode, 409, 'no place is left')
})

test('the list is filtered and ordered by what its columns show, and reviewed by a filter', async () => {
  const fresh = await aPortal(world, { menus: signUpMenus })
  const chief = await anAccount(world, fresh, { role: 'admin' })
  const beside = await aUnit(world, fresh.projectId)
  const signUp = await aSignUp(world, chief.token, { title: '甲的' })
  const other = await aSignUp(world, chief.token, { title: '乙的', fee: 100 })
  const one = await anApplication(world, (await aLearner(world, fresh)).token, signUp)
  const two = await anApplication(world, (await aLearner(world, fresh, { unitId: beside })).token, signUp)
  const three = await anApplication(world, (await aLearner(world, fresh)).token, other)
  const find = async (input: object) =>
    (await world.ask(applicationCalls.query, input, chief.token)).list.map(({ id }) => id)
  assert.deepEqual(await find({}), [three, two, one])
  assert.deepEqual(await find({ signUpId: signUp.id }), [two, one])
  assert.deepEqual(await find({ unitId: beside }), [two])
  assert.deepEqual(await find({ kind: 'exam' }), [])
  assert.deepEqual(await find({ sort: 'appliedAt' }), [one, two, three])
  assert.deepEqual(await find({ sort: '-fee' }), [three, two, one])
  assert.deepEqual((await find({ sort: 'signUpTitle' })).at(-1), one)
  for (const sort of ['realName', 'unitName', 'status', 'ticketNo', 'reviewedAt'])
    assert.equal((await find({ sort: `-${sort}` })).length, 3)
  const filter = { signUpId: signUp.id, status: ['applied' as const] }
  const done = await world.ask(applicationCalls.review, { filter, except: [two], approve: true }, chief.token)
  assert.ok(done.batchId)
  await world.portal.drainJobs()
  const { list } = await world.ask(applicationCalls.query, { sort: 'appliedAt' }, chief.token)
  assert.deepEqual(
    list.map(({ status }) => status),
    ['confirmed', 'applied', 'applied'],
  )
})
