import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { idCheckDigit } from '../../../../contract/identity.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../../test/build/portal.ts'
import { closedUnits } from '../../../../test/build/unit.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { encodeCredential } from '../../../session/rules.ts'
import { completeCalls } from '../../complete/contract.ts'
import { limits } from '../../../rateLimit/rules.ts'
import { studentManageCalls as calls } from '../contract.ts'

const menus = ['/student-manage/student', '/customer/exception-register', '/order-manage/list']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount

before(async () => {
  world = await openWorld({
    channels: () => ({ identity: { matches: async ({ realName }) => !realName.startsWith('假') } }),
  })
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

let serial = 0
function aCard(): string {
  const first17 = `32010219880102${String(100 + ++serial)}`
  return first17 + idCheckDigit(first17)
}
const numbersOf = async ({ accountId }: BuiltAccount) => {
  const [row] = await world.db`
    select a.mobile_sealed, s.card_sealed from accounts a join students s on s.account_id = a.id where a.id = ${accountId}`
  const { secrets } = world.app
  return {
    mobile: secrets.open('accounts.mobile', accountId, row!.mobileSealed as Buffer),
    card: secrets.open('students.card', accountId, row!.cardSealed as Buffer),
  }
}
type Filters = Parameters<typeof world.ask<(typeof calls)['findPageList']>>[1]
const ids = async (filters: Filters, token = admin.token) =>
  (await world.ask(calls.findPageList, filters, token)).list.map((row) => row.id)

test('the list finds by name, family name, login name, complete number, and never by a part of a number', async () => {
  const wei = await aLearner(world, portal, { name: '欧阳未央' })
  const other = await aLearner(world, portal, { name: '欧阳中天' })
  const { mobile, card } = await numbersOf(wei)
  assert.deepEqual(await ids({ keyword: '未央' }), [wei.accountId])
  assert.deepEqual(await ids({ keyword: '欧阳' }), [other.accountId, wei.accountId], 'the newest first')
  assert.deepEqual(await ids({ keyword: '欧' }), [other.accountId, wei.accountId])
  assert.deepEqual(await ids({ keyword: '央' }), [], 'one letter is a family name')
  assert.deepEqual(await ids({ keyword: '阳欧' }), [])
  for (const found of [
    { keyword: mobile },
    { mobile },
    { keyword: card },
    { card },
    { keyword: wei.loginName },
  ]) {
    assert.deepEqual(await ids(found), [wei.accountId], JSON.stringify(found))
  }
  assert.deepEqual(await ids({ keyword: mobile.slice(0, 8) }), [])
  assert.deepEqual(await ids({ keyword: card.slice(0, 10) }), [])
  const reply = JSON.stringify(await world.ask(calls.findPageList, { keyword: '欧阳' }, admin.token))
  assert.ok(!reply.includes(mobile) && !reply.includes(card))
})

test('the list filters by unit subtree, category, status, completeness, verification, WeChat and time', async () => {
  const own = await aPortal(world, { menus })
  const keeper = await anAccount(world, own, { role: 'admin' })
  const below = await aUnit(world, own.projectId, own.unitId)
  const beside = await aUnit(world, own.projectId)
  const [a, b, c] = [
    await aLearner(world, own),
    await aLearner(world, own, { unitId: below }),
    await aLearner(world, own, { unitId: beside }),
  ]
  const bare = await anAccount(world, own, { role: 'learner' })
  await world.db`update students set personnel_category = 'teacher', verify_status = 'verified' where account_id = ${a.accountId}`
  await world.db`update accounts set status = 'disabled', wechat_open_id = 'o1' where id = ${b.accountId}`
  await world.db`update accounts set created_at = '2020-05-01T00:00:00Z' where id = ${c.accountId}`
  const found = async (filters: Filters) => new Set(await ids(filters, keeper.token))
  const all = [a, b, c, bare].map((one) => one.accountId)
  assert.deepEqual(
    await found({}),
    new Set(all),
    'without a profile they are learners as well, staff are not',
  )
  assert.deepEqual(await found({ unitId: own.unitId }), new Set([a, b, bare].map((one) => one.accountId)))
  assert.deepEqual(await found({ unitId: below }), new Set([b.accountId]))
  assert.deepEqual(await found({ personnelCategory: 'teacher' }), new Set([a.accountId]))
  assert.deepEqual(await found({ status: 'disabled' }), new Set([b.accountId]))
  assert.deepEqual(await found({ verifyStatus: 'verified' }), new Set([a.accountId]))
  assert.deepEqual(await found({ wechat: 'yes' }), new Set([b.accountId]))
  assert.deepEqual(await found({ complete: 'no' }), new Set([bare.accountId]))
  assert.deepEqual(await found({ complete: 'yes', unitId: beside }), new Set([c.accountId]))
  assert.deepEqual(await found({ createdTo: '2021-01-01T00:00:00Z' }), new Set([c.accountId]))
  const then = '2020-05-01T00:00:00Z'
  assert.deepEqual(
    await found({ createdFrom: then, createdTo: '2020-05-01T00:00:01Z' }),
    new Set([c.accountId]),
  )
  assert.deepEqual(await found({ createdTo: then }), new Set(), 'the end is not within')
  const { list } = await world.ask(calls.findPageList, { complete: 'no' }, keeper.token)
  assert.deepEqual(list[0]!.missing, ['realName', 'cardNumber'])
})

test('the list continues by key, and its pages stop where counting does', async () => {
  const own = await aPortal(world, { menus })
  const keeper = await anAccount(world, own, { role: 'admin' })
  const made: string[] = []
  for (let i = 0; i < 5; i++) made.unshift((await aLearner(world, own)).accountId)
  const first = await world.ask(calls.findPageList, { limit: 2 }, keeper.token)
  assert.equal(first.total, 5)
  const next = await world.ask(calls.findPageList, { limit: 2, after: first.list[1]!.id }, keeper.token)
  const last = await world.ask(calls.findPageList, { limit: 2, page: 3 }, keeper.token)
  assert.deepEqual(
    [...first.list, ...next.list, ...last.list].map((row) => row.id),
    made,
  )
  const far = await world.call(calls.findPageList, { limit: 50, page: 201 }, keeper.token)
  assert.equal(far.respCode, 422)
  assert.equal(far.field, 'page')
})

test('units see only their own learners; other projects, learners and strangers see none', async () => {
  const learner = await aLearner(world, portal)
  const elsewhere = await anAccount(world, portal, {
    role: 'unit',
    unitId: await aUnit(world, portal.projectId),
  })
  const abroad = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  const plain = await anAccount(world, await aPortal(world, { menus: ['/home/index'] }), { role: 'admin' })
  await world.db`update roles set menus = ${menus} where id = ${portal.roles.unit}`
  const manager = await anAccount(world, portal, { role: 'unit' })
  assert.ok((await ids({}, manager.token)).includes(learner.accountId))
  assert.deepEqual(await ids({}, elsewhere.token), [])
  const detail = async (token: string | null) =>
    (await world.call(calls.getStudentDetail, { accountId: learner.accountId }, token)).respCode
  assert.equal(await detail(manager.token), 200)
  assert.equal(await detail(elsewhere.token), 404)
  assert.equal(await detail(abroad.token), 404)
  assert.equal(await detail(plain.token), 403)
  assert.equal(await detail(learner.token), 403)
  assert.equal(await detail(null), 401)
  for (const section of [
    calls.findExamList,
    calls.findOrderList,
    calls.findCertificateList,
    calls.findOperationList,
  ]) {
    const input = { accountId: learner.accountId }
    assert.equal((await world.call(section, input, manager.token)).respCode, 200, section.path)
    assert.equal((await world.call(section, input, elsewhere.token)).respCode, 404, section.path)
  }
})

test('exams and certificates of a learner are found by several states at once and by days', async () => {
  const demo = await openWorld({ demo: true })
  const { data } = await demo.ask(sessionCalls.login, {
    account: encodeCredential('admin'),
    password: encodeCredential('Demo2026a'),
  })
  await demo.db`
    insert into exam_attempts (project_id, exam_id, enrolment_id, account_id, number, seed, items, sections, total,
      pass_score, started_at, deadline_at, submitted_at, submit_reason, score, passed, recorded_at, times_left, status)
    select e.project_id, x.id, e.id, e.account_id, 100 + n, n, '[]', '[]', 100, 60, moment(), moment(), moment(),
      'learner', 80, true, moment(), 0, case n when 1 then 'voided' else 'scored' end
    from generate_series(1, 2) n cross join enrolments e join exams x on x.class_id = e.class_id and x.status <> 'deleted'`
  const first = async (table: 'exam_attempts' | 'certificates', at: 'started_at' | 'issued_at') => {
    const [row] = await demo.db<{ accountId: string; status: string; at: string }[]>`
      select account_id, status, to_json(${demo.db(at)})#>>'{}' as at from ${demo.db(table)} order by id limit 1`
    const { accountId, status } = row!
    return { accountId, status, at: new Date(row!.at).toISOString() }
  }
  const after = (moment: string) => new Date(Date.parse(moment) + 86_400_000).toISOString()
  const attempt = await first('exam_attempts', 'started_at')
  const certificate = await first('certificates', 'issued_at')
  const exams = async (filter: object) =>
    (await demo.ask(calls.findExamList, { accountId: attempt.accountId, ...filter }, data.tokenCode)).list
  const certificates = async (filter: object) =>
    (
      await demo.ask(
        calls.findCertificateList,
        { accountId: certificate.accountId, ...filter },
        data.tokenCode,
      )
    ).list
  for (const [list, { status, at }, name] of [
    [exams, attempt, 'started'],
    [certificates, certificate, 'issued'],
  ] as const) {
    const all = (await list({})) as { status: string }[]
    const of = all.filter((row) => row.status === status)
    assert.ok(of.length > 0)
    assert.equal((await list({ status: [status] })).length, of.length)
    assert.equal(
      (await list({ status: [status], [`${name}From`]: after(new Date().toISOString()) })).length,
      0,
    )
    assert.ok((await list({ [`${name}From`]: at, [`${name}To`]: after(at) })).length > 0)
    assert.equal((await list({ [`${name}To`]: '2000-01-01T00:00:00.000Z' })).length, 0)
  }
})

test('a learner added by staff signs in with the password shown once, and changes it first; a closed unit takes none', async () => {
  const card = aCard()
  const mobile = '13512340001'
  const form = { realName: '林手工', cardNumber: card, mobile, unitId: portal.unitId }
  const { accountId, loginName, password } = await world.ask(calls.saveStudent, form, admin.token)
  assert.match(loginName, /^\d{4}-\d{4}-\d{4}$/)
  const typed = [loginName, loginName.replaceAll('-', ''), loginName.replaceAll('-', ' '), mobile]
  for (const name of typed) await signedIn(world, name, password, portal.unitId)
  for (const keyword of typed.slice(0, 3)) {
    const { list } = await world.ask(calls.findPageList, { keyword }, admin.token)
    assert.deepEqual(
      list.map(({ id }) => id),
      [accountId],
      keyword,
    )
  }
  const detail = await world.ask(calls.getStudentDetail, { accountId }, admin.token)
  assert.equal(detail.mustChangePassword, true)
  assert.deepEqual([detail.realName, detail.unitId, detail.gender], ['林手工', portal.unitId, 'male'])
  const refused = async (change: object) => {
    const { respCode, field } = await world.call(calls.saveStudent, { ...form, ...change }, admin.token)
    return [respCode, field]
  }
  assert.deepEqual(await refused({ mobile: '13512340002' }), [422, 'cardNumber'])
  assert.deepEqual(await refused({ cardNumber: aCard() }), [422, 'mobile'])
  assert.deepEqual(await refused({ cardNumber: `${card.slice(0, 17)}#` }), [422, 'cardNumber'])
  assert.deepEqual(await refused({ cardNumber: aCard(), mobile: '13512340003', personnelCategory: '没有' }), [
    422,
    'personnelCategory',
  ])
  for (const { unitId, message: says } of await closedUnits(world, portal)) {
    const input = { ...form, cardNumber: aCard(), mobile: '13512340004', unitId }
    const reply = await world.call(calls.saveStudent, input, admin.token)
    assert.deepEqual([reply.respCode, reply.field], [422, 'unitId'])
    assert.match(reply.respDesc, says)
  }
  const [left] = await world.db`select count(*)::int as n from accounts where mobile_mask like '135****000_'`
  assert.equal(left!.n, 1, 'a refused form creates no account')
})

test('a number that staff type into a profile or a name is masked before it is stored', async () => {
  const { accountId } = await aLearner(world, portal)
  const { version } = await world.ask(calls.getStudentDetail, { accountId }, admin.token)
  const typed = {
    schoolName: 'QQ13812345678',
    major: '药学(138)12345678',
    workPlace: '单位 110105199003070017',
  }
  await world.ask(calls.updateStudentInfo, { accountId, version, ...typed }, admin.token)
  const [row] = await world.db`
    select school_name, major, work_place from students where account_id = ${accountId}`
  assert.deepEqual(
    { ...row },
    { schoolName: 'QQ138****5678', major: '药学(138)****5678', workPlace: '单位 1101**********0017' },
  )
})

test('fields of a profile change one by one, with their history; name and ID are not among them', async () => {
  const learner = await aLearner(world, portal)
  const { accountId } = learner
  const { version } = await world.ask(calls.getStudentDetail, { accountId }, admin.token)
  const changed = await world.ask(
    calls.updateStudentInfo,
    { accountId, version, workPlace: '检验科', schoolName: '江南大学', mobile: '13512349999' },
    admin.token,
  )
  assert.equal(changed.version, version + 1)
  const detail = await world.ask(calls.getStudentDetail, { accountId }, admin.token)
  assert.deepEqual(
    [detail.profile.workPlace, detail.profile.schoolName, detail.mobileMask],
    ['检验科', '江南大学', '135****9999'],
  )
  await world.ask(calls.updateStudentInfo, { accountId, version: version + 1, schoolName: null }, admin.token)
  const { list } = await world.ask(calls.findOperationList, { accountId }, admin.token)
  const [last, first] = list.filter((action) => action.action === 'student.change')
  assert.deepEqual(last!.before, { schoolName: '江南大学' })
  assert.deepEqual(last!.after, { schoolName: null, revision: version + 2 })
  assert.deepEqual(Object.keys(first!.after as object).sort(), [
    'mobile',
    'revision',
    'schoolName',
    'workPlace',
  ])
  assert.ok(!JSON.stringify(list).includes('13512349999'))
  const smuggled = { accountId, version: version + 2, realName: '换名', cardNumber: aCard() }
  await world.ask(calls.updateStudentInfo, smuggled, admin.token)
  const after = await world.ask(calls.getStudentDetail, { accountId }, admin.token)
  assert.deepEqual(
    [after.realName, after.cardMask, after.version],
    [detail.realName, detail.cardMask, version + 2],
  )
  const bad = await world.call(
    calls.updateStudentInfo,
    { accountId, version: version + 2, workSince: '昨天' },
    admin.token,
  )
  assert.deepEqual([bad.respCode, bad.field], [422, 'workSince'])
  const taken = await world.call(
    calls.updateStudentInfo,
    {
      accountId,
      version: version + 2,
      mobile: (await numbersOf(await aLearner(world, portal))).mobile,
      major: '药学',
    },
    admin.token,
  )
  assert.deepEqual([taken.respCode, taken.field], [422, 'mobile'])
  assert.equal((await world.ask(calls.getStudentDetail, { accountId }, admin.token)).profile.major, null)
})

test('another number ends the learner’s sessions and is reported; the same number is no change', async () => {
  const learner = await aLearner(world, portal)
  const { accountId, token } = learner
  const { mobile: former } = await numbersOf(learner)
  const reported = async () => {
    const rows = await world.db`select kind, params from messages where account_id = ${accountId}`
    return rows.map(({ kind, params }) => [kind, (params as { mobile: string }).mobile])
  }
  const isSignedIn = async () => (await world.call(sessionCalls.getAccountInfo, {}, token)).respCode === 200
  const { version } = await world.ask(calls.getStudentDetail, { accountId }, admin.token)
  const same = { accountId, version, mobile: former, major: '护理' }
  await world.ask(calls.updateStudentInfo, same, admin.token)
  assert.deepEqual([await isSignedIn(), await reported()], [true, []])
  const taken = {
    accountId,
    version: version + 1,
    mobile: (await numbersOf(await aLearner(world, portal))).mobile,
  }
  assert.equal((await world.call(calls.updateStudentInfo, taken, admin.token)).field, 'mobile')
  assert.deepEqual([await isSignedIn(), await reported()], [true, []])
  const other = { accountId, version: version + 1, mobile: '13512348888' }
  await world.ask(calls.updateStudentInfo, other, admin.token)
  assert.equal(await isSignedIn(), false)
  assert.deepEqual(await reported(), [['account.mobileChanged', '135****8888']])
})

test('the second of two concurrent edits is refused with who was faster, and nothing of it is saved', async () => {
  const { accountId } = await aLearner(world, portal)
  const second = await anAccount(world, portal, { role: 'admin', userName: '老周' })
  const { version } = await world.ask(calls.getStudentDetail, { accountId }, admin.token)
  const replies = await Promise.all(
    [admin, second, admin, second].map(({ token }, i) =>
      world.call(calls.updateStudentInfo, { accountId, version, workPlace: `第${i}处` }, token),
    ),
  )
  const codes = replies.map((reply) => reply.respCode).sort((a, b) => a - b)
  assert.deepEqual(codes, [200, 409, 409, 409])
  const winner = replies.findIndex((reply) => reply.respCode === 200)
  const { profile } = await world.ask(calls.getStudentDetail, { accountId }, admin.token)
  assert.equal(profile.workPlace, `第${winner}处`)
  await world.ask(
    calls.updateStudentInfo,
    { accountId, version: version + 1, workPlace: '质控科' },
    second.token,
  )
  const late = await world.call(
    calls.updateStudentInfo,
    { accountId, version: version + 1, workPlace: '别处' },
    admin.token,
  )
  assert.match(late.respDesc, /老周/)
  const [change] = late.stale!
  assert.deepEqual(
    [change!.label, change!.before, change!.after, change!.by],
    ['工作部门', `第${winner}处`, '质控科', '老周'],
  )
})

test('what a learner completed meanwhile is not overwritten, and is named', async () => {
  const learner = await aLearner(world, portal, { name: '自补人' })
  const { accountId } = learner
  const { version } = await world.ask(calls.getStudentDetail, { accountId }, admin.token)
  await world.ask(completeCalls.completeInfo, { workPlace: '自填的处' }, learner.token)
  const late = await world.call(
    calls.updateStudentInfo,
    { accountId, version, workPlace: '管理员填的' },
    admin.token,
  )
  assert.equal(late.respCode, 409)
  assert.deepEqual(
    late.stale!.map(({ label, before, after, by }) => [label, before, after, by]),
    [['工作部门', '（无）', '自填的处', '自补人']],
  )
})

test('name and ID are checked by checksum, our records and the authority: yes or no, so many an hour', async () => {
  const learner = await aLearner(world, portal, { name: '查无误' })
  const { card } = await numbersOf(learner)
  const asker = await aLearner(world, portal)
  const verify = async (realName: string, cardNumber: string, token: string | null = asker.token) => {
    const reply = await world.call(calls.checkIdcardInfo, { realName, cardNumber }, token)
    return reply.respCode === 200 ? reply.attribute : reply.respCode
  }
  assert.deepEqual(await verify('查无误', card), { matches: true })
  assert.deepEqual(await verify('另一人', card), { matches: false }, 'somebody else is on record')
  assert.deepEqual(await verify('生面孔', aCard()), { matches: true }, 'the authority knows')
  assert.deepEqual(await verify('假面孔', aCard()), { matches: false })
  assert.deepEqual(await verify('查无误', `${card.slice(0, 17)}${card[17] === '1' ? '2' : '1'}`), {
    matches: false,
  })
  assert.equal(await verify('查无误', card, null), 401)
  const codes = await Promise.all(Array.from({ length: 30 }, () => verify('查无误', card)))
  assert.equal(codes.filter((code) => code === 429).length, 30 - (limits.identity.tries - 5))
})

test('staff have an identity verified and the result is stored; without an authority nothing is known', async () => {
  const real = await aLearner(world, portal)
  const fake = await aLearner(world, portal, { name: '假学员' })
  const verify = (accountId: string, token = admin.token) =>
    world.call(calls.verifyStudent, { accountId }, token)
  assert.deepEqual((await verify(real.accountId)).attribute, { verifyStatus: 'verified' })
  assert.deepEqual((await verify(fake.accountId)).attribute, { verifyStatus: 'failed' })
  assert.deepEqual(await ids({ verifyStatus: 'failed' }), [fake.accountId])
  const bare = await anAccount(world, portal, { role: 'learner' })
  assert.equal((await verify(bare.accountId)).respCode, 409)
  const abroad = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  assert.equal((await verify(real.accountId, abroad.token)).respCode, 404)
})

test('who adds a learner is shown the password, and who enters another number can sign in by it: both gave access', async () => {
  const givers = async (accountId: string) => {
    const rows = await world.db`select giver_id from account_accesses where account_id = ${accountId}`
    return rows.map(({ giverId }) => giverId as string)
  }
  const mobile = '13712340001'
  const form = { realName: '刘芳', cardNumber: aCard(), mobile }
  const { accountId } = await world.ask(calls.saveStudent, form, admin.token)
  assert.deepEqual(await givers(accountId), [admin.accountId])
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const enter = (id: string, version: number, number: string) =>
    world.ask(calls.updateStudentInfo, { accountId: id, version, mobile: number }, clerk.token)
  const learner = await aLearner(world, portal)
  const [row] = await world.db`select version from students where account_id = ${learner.accountId}`
  const { version } = await enter(
    learner.accountId,
    row!.version as number,
    (await numbersOf(learner)).mobile,
  )
  assert.deepEqual(await givers(learner.accountId), [], 'the number it has is no way in for anybody else')
  await enter(learner.accountId, version, '13712340002')
  assert.deepEqual(await givers(learner.accountId), [clerk.accountId])
})
