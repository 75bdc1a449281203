import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { withButtons } from '../../../contract/menu.ts'
import { momentFromNow } from '../../../test/build/days.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import {
  aField,
  anApplication,
  aSession,
  aSignUp,
  aSignUpInput,
  filled,
  signUpMenus,
} from '../../../test/build/signUp.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { applicationCalls } from '../application/contract.ts'
import { signUpCalls, signUpRefusals } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: signUpMenus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const save = (input: object, token = admin.token) => world.call(signUpCalls.save, input as never, token)
const get = (id: string, token = admin.token) => world.ask(signUpCalls.get, { id }, token)

test('a sign-up is written as a draft, opened, closed and opened again; what its row holds is what was written', async () => {
  const input = aSignUpInput({
    kind: 'exam',
    title: '职业资格考试',
    fee: 5000,
    quota: 30,
    regions: [],
    personnelCategories: ['teaching'],
    unitIds: [portal.unitId],
    subjects: [
      { name: '理论', sessions: [aSession(10)] },
      { name: '实操', sessions: [] },
    ],
  })
  const { id, revision } = await world.ask(
    signUpCalls.save,
    { ...input, requestKey: 'a key of ours' },
    admin.token,
  )
  assert.equal(revision, 1)
  const again = await world.ask(signUpCalls.save, { ...input, requestKey: 'a key of ours' }, admin.token)
  assert.equal(again.id, id)
  const saved = await get(id)
  assert.deepEqual(
    [saved.status, saved.fee, saved.quota, saved.taken, saved.unitIds, saved.formVersion],
    ['draft', 5000, 30, 0, [portal.unitId], 1],
  )
  assert.deepEqual(saved.fields, input.fields)
  assert.deepEqual(
    saved.subjects.map(({ name, sessions }) => [name, sessions.map(({ rooms }) => rooms)]),
    [
      ['理论', [[{ name: '第一考场', seats: 10 }]]],
      ['实操', []],
    ],
  )
  for (const [event, status] of [
    ['publish', 'open'],
    ['close', 'closed'],
    ['reopen', 'open'],
  ] as const) {
    await world.ask(signUpCalls.updateStatus, { ids: [id], event }, admin.token)
    assert.equal((await get(id)).status, status)
  }
  const { failed } = await world.ask(signUpCalls.delete, { ids: [id] }, admin.token)
  assert.match(failed[0]!.reason, /当前状态为“已开放”/)
})

test('what a sign-up cannot be is refused with its field, and nothing is written', async () => {
  const [before] = await world.db`select count(*) from sign_ups`
  const cases: [change: object, field: string][] = [
    [{ closesAt: momentFromNow(-2) }, 'closesAt'],
    [{ fields: [aField('one'), aField('one')] }, 'fields.1.key'],
    [{ fields: [aField('one', { kind: 'choice', choices: ['甲'] })] }, 'fields.0.choices'],
    [{ fields: [aField('one', { minLength: 5, maxLength: 2 })] }, 'fields.0.maxLength'],
    [{ subjects: [{ name: '理论', sessions: [] }] }, 'subjects'],
    [{ regions: ['999999'] }, 'regions'],
    [{ unitIds: [admin.accountId] }, 'unitIds'],
    [{ fee: -1 }, 'fee'],
    [{ quota: 0 }, 'quota'],
    [{ title: ' ' }, 'title'],
    [{ kind: 'exam', subjects: [{ id: admin.accountId, name: '理论', sessions: [] }] }, 'subjects.0.id'],
    [
      {
        kind: 'exam',
        subjects: [{ name: '理论', sessions: [{ ...aSession(1), endsAt: momentFromNow(1) }] }],
      },
      'subjects.0.sessions.0.endsAt',
    ],
    [
      {
        kind: 'exam',
        subjects: [
          { name: '甲', sessions: [] },
          { name: '甲', sessions: [] },
        ],
      },
      'subjects.1.name',
    ],
  ]
  for (const [change, field] of cases) {
    const refused = await save({ ...aSignUpInput(), ...change })
    assert.deepEqual([refused.respCode, refused.field], [422, field], JSON.stringify(change))
  }
  const [after] = await world.db`select count(*) from sign_ups`
  assert.deepEqual(after, before)
})

test('an edit of an older revision is refused with what changed; kind and taken places stay', async () => {
  const signUp = await aSignUp(world, admin.token, { quota: 3 })
  const learner = await aLearner(world, portal)
  await anApplication(world, learner.token, signUp)
  const { id } = signUp
  const { opensAt, closesAt } = await get(id)
  const input = (changes: object) => aSignUpInput({ opensAt, closesAt, ...changes })
  await world.ask(signUpCalls.save, { ...input({ quota: 2 }), id, revision: 1 }, admin.token)
  const stale = await save({ ...input({ title: '另一个' }), id, revision: 1 })
  assert.deepEqual([stale.respCode, stale.stale?.map(({ field }) => field)], [409, ['quota']])
  const other = await save({ ...input({ kind: 'exam' }), id, revision: 2 })
  assert.deepEqual([other.respCode, other.field], [409, 'kind'])
  await anApplication(world, (await aLearner(world, portal)).token, signUp)
  const few = await save({ ...input({ quota: 1 }), id, revision: 2 })
  assert.deepEqual([few.respCode, few.field], [409, 'quota'])
  assert.equal((await get(id)).quota, 2)
})

test('a form that changes once it was opened becomes a new version, and an application stays on its own', async () => {
  const written = await world.ask(signUpCalls.save, aSignUpInput(), admin.token)
  const { id } = written
  const change = (revision: number, label: string) =>
    world.ask(
      signUpCalls.save,
      { ...aSignUpInput({ fields: [aField('post', { label })] }), id, revision },
      admin.token,
    )
  assert.equal((await change(1, '岗位')).formVersion, 1, 'nobody has seen the draft')
  await world.ask(signUpCalls.updateStatus, { ids: [id], event: 'publish' }, admin.token)
  const signUp = { id, formVersion: 1, subjectIds: [] }
  const learner = await aLearner(world, portal)
  const applicationId = await anApplication(world, learner.token, signUp)
  assert.equal((await change(2, '岗位')).formVersion, 1, 'it is the same form')
  assert.equal((await change(3, '职务')).formVersion, 2)
  assert.equal((await change(4, '现任职务')).formVersion, 3, 'somebody may be filling in the second')
  const mine = await world.ask(applicationCalls.getMine, { id: applicationId }, learner.token)
  assert.deepEqual(
    [mine.formVersion, mine.fields[0]!.label, mine.answers],
    [1, '岗位', [{ key: 'post', text: '教师' }]],
  )
  const late = await aLearner(world, portal)
  const refused = await world.call(applicationCalls.apply, filled(signUp), late.token)
  assert.deepEqual([refused.respCode, refused.field], [409, 'formVersion'])
  await world.ask(applicationCalls.apply, filled({ ...signUp, formVersion: 3 }), late.token)
})

test('a subject that somebody applied for stays; another may go', async () => {
  const subjects = [
    { name: '理论', sessions: [aSession(5)] },
    { name: '实操', sessions: [] },
  ]
  const signUp = await aSignUp(world, admin.token, { kind: 'exam', subjects })
  const [first] = signUp.subjectIds
  const learner = await aLearner(world, portal)
  await anApplication(world, learner.token, { ...signUp, subjectIds: [first!] })
  const { id } = signUp
  const saved = (await get(id)).subjects
  const input = (kept: number[]) => ({
    ...aSignUpInput({ kind: 'exam', subjects: kept.map((at) => saved[at]!) }),
    id,
    revision: 1,
  })
  const refused = await save(input([1]))
  assert.deepEqual([refused.respCode, refused.field], [409, 'subjects'])
  assert.equal((await save(input([0]))).respCode, 200)
  const kept = await get(id)
  assert.deepEqual(
    kept.subjects.map(({ id: subjectId, sessions }) => [subjectId, sessions[0]!.id]),
    [[first, saved[0]!.sessions[0]!.id]],
  )
})

test('a draft is deleted; an exam without subjects and a period that is over are not opened', async () => {
  const { attribute } = await save(aSignUpInput({ kind: 'exam' }))
  const { id } = attribute as { id: string }
  const open = async () =>
    (await world.ask(signUpCalls.updateStatus, { ids: [id], event: 'publish' }, admin.token)).failed[0]!
      .reason
  assert.match(await open(), /还没有科目/)
  await save({
    ...aSignUpInput({
      kind: 'exam',
      closesAt: momentFromNow(-0.5),
      subjects: [{ name: '甲', sessions: [] }],
    }),
    id,
    revision: 1,
  })
  assert.match(await open(), /截止时间已过/)
  assert.deepEqual((await world.ask(signUpCalls.delete, { ids: [id] }, admin.token)).succeeded, [id])
  assert.equal((await world.call(signUpCalls.get, { id }, admin.token)).respCode, 404)
})

test('visitors and learners find what is open, and a learner what keeps them from applying', async () => {
  const fresh = await aPortal(world, { menus: signUpMenus })
  const chief = await anAccount(world, fresh, { role: 'admin' })
  const open = await aSignUp(world, chief.token, { title: '开放的', quota: 2, closesAt: momentFromNow(3) })
  const soon = await aSignUp(world, chief.token, { title: '未开始', opensAt: momentFromNow(1) })
  const others = await aSignUp(world, chief.token, { title: '别人的', personnelCategories: ['health'] })
  await aSignUp(world, chief.token, {
    title: '已截止',
    opensAt: momentFromNow(-9),
    closesAt: momentFromNow(0.0001),
  })
  await world.ask(signUpCalls.save, aSignUpInput({ title: '草稿' }), chief.token)
  const learner = await aLearner(world, fresh)
  const list = async (token?: string) =>
    (await world.ask(signUpCalls.getCmsList, { unitId: fresh.unitId }, token)).list
      .filter(({ title }) => title !== '已截止')
      .map(({ id, obstacle, seatsLeft, applicationId }) => [id, obstacle, seatsLeft, applicationId])
  assert.deepEqual(await list(), [
    [open.id, null, 2, null],
    [others.id, null, null, null],
    [soon.id, 'notYet', null, null],
  ])
  const applicationId = await anApplication(world, learner.token, open)
  assert.deepEqual(await list(learner.token), [
    [open.id, 'applied', 1, applicationId],
    [others.id, 'audience', null, null],
    [soon.id, 'notYet', null, null],
  ])
  const form = await world.ask(signUpCalls.getForm, { id: open.id }, learner.token)
  assert.deepEqual([form.fields.length, form.formVersion, form.introduction], [1, 1, '<p>介绍</p>'])
  const drafts = await world.ask(signUpCalls.findSignUps, { status: 'draft' }, chief.token)
  const draftId = drafts.list[0]!.id
  assert.equal((await world.call(signUpCalls.getForm, { id: draftId }, learner.token)).respCode, 404)
  const preview = await world.ask(signUpCalls.preview, { id: draftId }, chief.token)
  assert.deepEqual([preview.obstacle, preview.fields.length], ['notOpen', 1])
})

test('a unit finds what is meant for it and counts its own people; a page of one kind shows no other', async () => {
  const fresh = await aPortal(world, { menus: signUpMenus })
  const chief = await anAccount(world, fresh, { role: 'admin' })
  await world.db`update roles set menus = ${['/cms-manage/apply-manage']} where id = ${fresh.roles.unit}`
  const beside = await aUnit(world, fresh.projectId)
  const manager = await anAccount(world, fresh, { role: 'unit' })
  const all = await aSignUp(world, chief.token, { title: '所有单位' })
  const other = await aSignUp(world, chief.token, { title: '旁边单位', unitIds: [beside] })
  const exam = await aSignUp(world, chief.token, { kind: 'exam', subjects: [{ name: '甲', sessions: [] }] })
  await anApplication(world, (await aLearner(world, fresh)).token, all)
  await anApplication(world, (await aLearner(world, fresh, { unitId: beside })).token, all)
  const { list } = await world.ask(signUpCalls.findSignUps, {}, manager.token)
  assert.deepEqual(
    list.map(({ id, applied, taken }) => [id, applied, taken]),
    [[all.id, 1, 2]],
  )
  for (const id of [other.id, exam.id])
    assert.equal((await world.call(signUpCalls.get, { id }, manager.token)).respCode, 404)
  const foreign = await anAccount(world, portal, { role: 'admin' })
  assert.equal((await world.call(signUpCalls.get, { id: all.id }, foreign.token)).respCode, 404)
  const ordered = await world.ask(signUpCalls.findSignUps, { sort: '-applied' }, chief.token)
  assert.deepEqual([ordered.total, ordered.list[0]!.id], [3, all.id])
})

test('many sign-ups are opened, closed and deleted by their rows or by a filter; each that is refused says why', async () => {
  const fresh = await aPortal(world, { menus: signUpMenus })
  const chief = await anAccount(world, fresh, { role: 'admin' })
  const made = async (changes: object) =>
    (await world.ask(signUpCalls.save, aSignUpInput(changes) as never, chief.token)).id
  const ids = [
    await made({ title: '甲报名' }),
    await made({ title: '乙报名' }),
    await made({ kind: 'exam', title: '丙考试' }),
  ]
  const status = async () =>
    (await world.ask(signUpCalls.findSignUps, { sort: 'createdAt' }, chief.token)).list.map(
      (row) => row.status,
    )
  const opened = await world.ask(signUpCalls.updateStatus, { ids, event: 'publish' }, chief.token)
  assert.deepEqual(opened.succeeded, ids.slice(0, 2))
  assert.deepEqual([opened.failed[0]!.id, opened.failed[0]!.name], [ids[2], '丙考试'])
  const filter = { kind: 'training' as const, keyword: '报名' }
  const begun = await world.ask(
    signUpCalls.updateStatus,
    { filter, except: [ids[1]!], event: 'close' },
    chief.token,
  )
  assert.ok(begun.batchId)
  await world.portal.drainJobs()
  assert.deepEqual(await status(), ['closed', 'open', 'draft'])
  await world.ask(signUpCalls.delete, { filter: {} }, chief.token)
  await world.portal.drainJobs()
  assert.deepEqual(await status(), ['closed', 'open'])
  const foreign = await world.ask(signUpCalls.updateStatus, { ids: [ids[1]!], event: 'close' }, admin.token)
  assert.deepEqual([foreign.succeeded, foreign.failed[0]!.name], [[], null])
})

test('once a sign-up was opened its fee is of who may change prices, and a draft has the one that is written', async () => {
  const fresh = await aPortal(world, { menus: [...signUpMenus, '/train-manage/class'] })
  const chief = await anAccount(world, fresh, { role: 'admin' })
  const role = {
    projectId: fresh.projectId,
    roleName: '报名员',
    roleSystem: 1,
    menus: withButtons(signUpMenus),
  }
  const [row] = await world.db`insert into roles ${world.db(role)} returning id`
  const roles = { ...fresh.roles, admin: row!.id as string }
  const clerk = await anAccount(world, { ...fresh, roles }, { role: 'admin' })
  const input = aSignUpInput({ fee: 50_000 })
  const { id } = await world.ask(signUpCalls.save, input as never, clerk.token)
  const put = async (changes: object, { token }: BuiltAccount = clerk) => {
    const { revision } = await get(id, token)
    return save({ ...input, id, revision, ...changes }, token)
  }
  assert.equal((await put({ fee: 60_000 })).respCode, 200)
  for (const event of ['publish', 'close'] as const) {
    await world.ask(signUpCalls.updateStatus, { ids: [id], event }, clerk.token)
    const refused = await put({ fee: 0 })
    assert.deepEqual(
      [refused.respCode, refused.respDesc, refused.field],
      [403, signUpRefusals.feeFixed.zh, 'fee'],
    )
  }
  assert.equal((await put({ fee: 60_000, quota: 7 })).respCode, 200)
  assert.equal((await put({ fee: 55_000 }, chief)).respCode, 200)
  assert.equal((await get(id, clerk.token)).fee, 55_000)
})
