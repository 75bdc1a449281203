import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import type { InputOf } from '../../../contract/call.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { messageCalls } from '../../message/contract.ts'
import { noticeCalls, type NoticeStatus } from '../contract.ts'
import { mostAnnouncements } from '../rules.ts'
import { eraseReads, moveNoticeUnits } from './actions.ts'

const menus = ['/account-manage/banner-list', '/train-manage/class']
let world: World
let portal: BuiltPortal
let office: BuiltAccount
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  portal = await aPortal(world, { menus })
  office = await anAccount(world, portal, { role: 'admin' })
})

type Input = InputOf<typeof noticeCalls.save>
const fields = (more: Partial<Input> = {}): Input => ({
  title: '报名延期',
  content: '<p>延期一周</p>',
  pinned: false,
  startsAt: null,
  endsAt: null,
  personnelCategories: [],
  regions: [],
  unitIds: [],
  ...more,
})
const save = (more: Partial<Input> = {}) => world.ask(noticeCalls.save, fields(more), office.token)
const change = (id: string, event: 'publish' | 'withdraw', by = office.token) =>
  world.call(noticeCalls.updateStatus, { id, event }, by)
async function publish(more: Partial<Input> = {}): Promise<string> {
  const { id } = await save(more)
  assert.equal((await change(id, 'publish')).respCode, 200)
  return id
}
const rows = async () => (await world.ask(noticeCalls.query, {}, office.token)).list
const shown = async (token?: string) =>
  (await world.ask(noticeCalls.findFrontList, { unitId: portal.unitId }, token)).list
const titles = async (token?: string) => (await shown(token)).map(({ title }) => title)
const entries = () => world.db`
  select action, before, after from operation_logs
  where project_id = ${portal.projectId} and subject_kind = 'notice' order by id`

/** Sends what has to be refused; nothing is written by it. Returns its code and field. */
async function refusal(input: Input, by = office.token) {
  const before = [await rows(), await entries()]
  const { respCode, field } = await world.call(noticeCalls.save, input, by)
  assert.deepEqual([await rows(), await entries()], before)
  return [respCode, field]
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

test('a notice is written, published, withdrawn and deleted, each with its entry; twice is refused', async () => {
  const { id, revision } = await save()
  assert.equal(revision, 1)
  assert.deepEqual(await titles(), [])
  const events: [event: 'publish' | 'withdraw', code: number, seen: number][] = [
    ['withdraw', 409, 0],
    ['publish', 200, 1],
    ['publish', 409, 1],
    ['withdraw', 200, 0],
    ['publish', 200, 1],
  ]
  for (const [event, code, seen] of events) {
    assert.equal((await change(id, event)).respCode, code)
    assert.equal((await shown()).length, seen)
  }
  await world.ask(noticeCalls.delete, { id }, office.token)
  assert.deepEqual([await titles(), await rows()], [[], []])
  assert.equal((await world.call(noticeCalls.delete, { id }, office.token)).respCode, 404)
  assert.deepEqual(
    (await entries()).map(({ action }) => action),
    ['create', 'publish', 'withdraw', 'publish', 'delete'].map((word) => `notice.${word}`),
  )
})

test('a request sent again with its key writes no second notice', async () => {
  const requestKey = 'notice-0001'
  const made = await Promise.all([1, 2, 3].map(() => save({ requestKey })))
  assert.equal(new Set(made.map(({ id }) => id)).size, 1)
  assert.deepEqual([(await rows()).length, (await entries()).length], [1, 1])
  assert.equal((await save({ requestKey, title: '改过' })).revision, 2)
  assert.equal((await world.call(noticeCalls.save, fields({ requestKey }), office.token)).respCode, 409)
})

test('the words of a published notice stay; its pin and period change without making it unread', async () => {
  const learner = await aLearner(world, portal)
  const id = await publish()
  await world.ask(noticeCalls.read, { id }, learner.token)
  assert.deepEqual(await refusal(fields({ id, revision: 1, title: '另一个标题' })), [409, undefined])
  assert.deepEqual(await refusal(fields({ id, revision: 1, content: '<p>别的</p>' })), [409, undefined])
  assert.equal((await save({ id, revision: 1, pinned: true })).revision, 2)
  const [pinned] = await shown(learner.token)
  assert.deepEqual([pinned!.pinned, pinned!.isUnread], [true, false])
  await change(id, 'withdraw')
  await save({ id, revision: 2, pinned: true, content: '<p>延期两周</p>' })
  await change(id, 'publish')
  assert.equal((await shown(learner.token))[0]!.isUnread, true)
  const stale = await world.call(noticeCalls.save, fields({ id, revision: 1, pinned: true }), office.token)
  assert.equal(stale.respCode, 409)
  assert.deepEqual(stale.stale!.map(({ field }) => field).sort(), ['content', 'pinned'])
})

test('pinned notices come first, and only what its period holds is shown', async () => {
  await publish({ title: '旧' })
  await publish({ title: '置顶', pinned: true })
  await publish({ title: '新', startsAt: hours(-2), endsAt: hours(2) })
  await publish({ title: '将来', startsAt: hours(2) })
  const over = await save({ title: '过期', endsAt: hours(-1) })
  assert.equal((await change(over.id, 'publish')).respCode, 409)
  assert.deepEqual(await titles(), ['置顶', '新', '旧'])
  await world.db`update notices set ends_at = moment() - interval '1 hour' where title = '新'`
  assert.deepEqual(await titles(), ['置顶', '旧'])
  assert.deepEqual(
    (await rows()).map(({ title, phase }) => [title, phase]),
    [
      ['过期', null],
      ['将来', 'scheduled'],
      ['新', 'ended'],
      ['置顶', 'shown'],
      ['旧', 'shown'],
    ],
  )
})

test('a notice is shown to those it is for; visitors read what is for everybody, and staff all', async () => {
  const unitId = await aUnit(world, portal.projectId)
  await world.db`update units set region = '320106' where id = ${unitId}`
  const inside = await aLearner(world, portal, { unitId })
  const outside = await aLearner(world, portal)
  await world.db`update students set personnel_category = 'health' where account_id = ${inside.accountId}`
  await publish({ title: '全体' })
  await publish({ title: '单位', unitIds: [unitId] })
  await publish({ title: '卫生', personnelCategories: ['health'] })
  await publish({ title: '地区', regions: ['320000'] })
  assert.deepEqual(await titles(), ['全体'])
  assert.deepEqual(await titles(outside.token), ['全体'])
  assert.deepEqual(await titles(inside.token), ['地区', '卫生', '单位', '全体'])
  assert.equal((await titles(office.token)).length, 4)
  assert.deepEqual(
    (await rows()).map(({ title, open }) => [title, open]),
    [
      ['地区', false],
      ['卫生', false],
      ['单位', false],
      ['全体', true],
    ],
  )
  const [hidden] = (await rows()).filter(({ title }) => title === '单位')
  const read = (id: string, token?: string) =>
    world.call(noticeCalls.getShown, { id, unitId: portal.unitId }, token)
  assert.equal((await read(hidden!.id)).respCode, 404)
  assert.equal((await read(hidden!.id, outside.token)).respCode, 404)
  assert.equal((await world.call(noticeCalls.read, { id: hidden!.id }, outside.token)).respCode, 404)
  assert.equal((await read(hidden!.id, inside.token)).respCode, 200)
  const merged = await aUnit(world, portal.projectId)
  await world.db.begin((tx) => moveNoticeUnits(tx, unitId, merged))
  assert.deepEqual((await world.ask(noticeCalls.get, { id: hidden!.id }, office.token)).unitIds, [merged])
})

test('a notice is unread until its reader opens it, and how many did is counted once each', async () => {
  const id = await publish()
  const learner = await aLearner(world, portal)
  const unread = async () => (await shown(learner.token)).map((notice) => notice.isUnread)
  assert.deepEqual(await unread(), [true])
  assert.equal((await shown())[0]!.isUnread, false)
  for (let times = 0; times < 2; times++) await world.ask(noticeCalls.read, { id }, learner.token)
  assert.deepEqual(await unread(), [false])
  assert.equal((await rows())[0]!.readers, 1)
  await world.db.begin((tx) => eraseReads(tx, learner))
  assert.equal((await rows())[0]!.readers, 0)
})

test('what cannot be is refused by its field and changes nothing', async () => {
  const { id } = await save()
  const other = await aPortal(world, { menus })
  const foreign = await anAccount(world, other, { role: 'admin' })
  const missing = '0193f6a0-0000-7000-8000-000000000000'
  const wrong: [expected: [number, string | undefined], more: Partial<Input>][] = [
    [[422, 'title'], { title: ' ' }],
    [[422, 'title'], { title: '长'.repeat(81) }],
    [[422, 'content'], { content: '<p>&nbsp;</p>' }],
    [[422, 'content'], { content: '<script>alert(1)</script>' }],
    [[422, 'content'], { content: 'x'.repeat(100_001) }],
    [[422, 'endsAt'], { startsAt: hours(2), endsAt: hours(1) }],
    [[422, 'endsAt'], { startsAt: '2023-01-01T12:00:00Z', endsAt: '2023-01-01T20:00:00+08:00' }],
    [[422, 'regions'], { regions: ['999999'] }],
    [[422, 'unitIds'], { unitIds: [missing] }],
    [[422, 'unitIds'], { unitIds: [other.unitId] }],
    [[422, 'revision'], { id }],
    [[404, undefined], { id: missing, revision: 1 }],
    [[409, undefined], { id, revision: 7 }],
  ]
  for (const [expected, more] of wrong)
    assert.deepEqual(await refusal(fields(more)), expected, JSON.stringify(more).slice(0, 80))
  assert.deepEqual(await refusal(fields({ id, revision: 1 }), foreign.token), [404, undefined])
  for (const reply of [
    await change(id, 'publish', foreign.token),
    await world.call(noticeCalls.get, { id }, foreign.token),
    await world.call(noticeCalls.delete, { id }, foreign.token),
    await world.call(noticeCalls.deleteClass, { id }, office.token),
    await world.call(noticeCalls.updateClassStatus, { id, event: 'publish' }, office.token),
  ])
    assert.equal(reply.respCode, 404)
})

test('hostile HTML is taken out when it is written', async () => {
  const content =
    '<p onclick="x()">好<img src="https://evil.example/a.png" onerror="x()"></p><iframe src="/"></iframe><a href="javascript:x()">去</a>'
  const id = await publish({ title: '<b>标题</b>', content })
  const text = await world.ask(noticeCalls.getShown, { id, unitId: portal.unitId })
  assert.equal(text.title, '<b>标题</b>')
  assert.doesNotMatch(text.content, /onclick|onerror|iframe|javascript|evil/)
  assert.match(text.content, /好/)
})

/** A class with learners, one of whom has left it. */
async function aTaughtClass(count = 2) {
  const { classId, name } = await aClass(world, portal)
  const learners: BuiltAccount[] = []
  for (let n = 0; n < count; n++) {
    const learner = await aLearner(world, portal)
    await anEnrolment(world, portal, { accountId: learner.accountId, classId })
    learners.push(learner)
  }
  const gone = await aLearner(world, portal)
  const left = await anEnrolment(world, portal, { accountId: gone.accountId, classId })
  await world.db`update enrolments set status = 'removed' where id = ${left}`
  return { classId, name, learners, gone }
}
const announce = (classId: string, more: Partial<InputOf<typeof noticeCalls.saveClass>> = {}) =>
  world.ask(
    noticeCalls.saveClass,
    { classId, title: '周六直播', content: '<p>上午九点</p>', ...more },
    office.token,
  )
const tell = async (id: string, event: 'publish' | 'withdraw'): Promise<NoticeStatus> => {
  const { status } = await world.ask(noticeCalls.updateClassStatus, { id, event }, office.token)
  await world.portal.drainJobs()
  return status
}
const inbox = async ({ token }: BuiltAccount) =>
  (await world.ask(messageCalls.findMine, {}, token)).list.map(({ text, way }) => [text.zh, way])

test('an announcement reaches everybody in the class once, and nobody else', async () => {
  const { classId, name, learners, gone } = await aTaughtClass()
  const { id } = await announce(classId)
  assert.equal(await tell(id, 'publish'), 'published')
  const message = [`“${name}”发布了公告：周六直播`, `/trainIndex?notice=${id}`]
  for (const learner of learners) {
    assert.deepEqual(await inbox(learner), [message])
    const list = await world.ask(noticeCalls.findClassList, { classId }, learner.token)
    assert.deepEqual(
      list.map((notice) => [notice.title, notice.isUnread]),
      [['周六直播', true]],
    )
    const text = await world.ask(noticeCalls.getShown, { id }, learner.token)
    assert.deepEqual([text.content, text.className], ['<p>上午九点</p>', name])
  }
  assert.deepEqual(await inbox(gone), [])
  assert.deepEqual(await world.ask(noticeCalls.findClassList, { classId }, gone.token), [])
  for (const token of [gone.token, undefined])
    assert.equal((await world.call(noticeCalls.getShown, { id, unitId: portal.unitId }, token)).respCode, 404)
  assert.deepEqual(await titles(learners[0]!.token), [], 'it is no notice of the project')
})

test('an announcement that is withdrawn or deleted is out of sight with its messages; reworded it is told again', async () => {
  const { classId, learners } = await aTaughtClass()
  const [learner] = learners
  const { id } = await announce(classId)
  await tell(id, 'publish')
  const reworded = { id, revision: 1, title: '周日直播' }
  const refused = await world.call(
    noticeCalls.saveClass,
    { ...reworded, classId, content: '<p>上午九点</p>' },
    office.token,
  )
  assert.equal(refused.respCode, 409)
  await tell(id, 'withdraw')
  assert.deepEqual(await inbox(learner!), [])
  assert.deepEqual(await world.ask(noticeCalls.findClassList, { classId }, learner!.token), [])
  await announce(classId, reworded)
  await tell(id, 'publish')
  assert.deepEqual(
    (await inbox(learner!)).map(([text]) => text!.endsWith('周日直播')),
    [true],
  )
  await world.ask(noticeCalls.deleteClass, { id }, office.token)
  await world.portal.drainJobs()
  assert.deepEqual(await inbox(learner!), [])
  assert.deepEqual(await world.ask(noticeCalls.queryClass, { classId }, office.token), [])
})

test('a class of more than one piece is told whole, and a job that runs again tells nobody twice', async () => {
  const { classId } = await aTaughtClass(0)
  const people = 450
  await world.db`
    insert into accounts (project_id, role_id, login_name, user_name, password_hash)
    select a.project_id, a.role_id, 'crowd' || n || left(a.id::text, 13), '学员' || n, a.password_hash
    from accounts a, generate_series(1, ${people}) n where a.id = ${(await aLearner(world, portal)).accountId}`
  await world.db`
    insert into enrolments (project_id, account_id, class_id, source, status)
    select project_id, id, ${classId}, 'import', 'active' from accounts
    where project_id = ${portal.projectId} and login_name like 'crowd%'`
  const { id } = await announce(classId)
  await tell(id, 'publish')
  const count = async () => {
    const [row] = await world.db<{ count: number }[]>`
      select count(*)::int as count from messages where kind = 'notice.announced' and params->>'noticeId' = ${id}`
    return row!.count
  }
  assert.equal(await count(), people)
  await world.db`
    update jobs set status = 'queued', checkpoint = null, run_at = moment()
    where type = 'notice.announce' and input->>'noticeId' = ${id}`
  await world.portal.drainJobs()
  assert.equal(await count(), people)
  await tell(id, 'withdraw')
  assert.equal(await count(), 0)
})

test('another project’s class has no announcements here, and a class only as many as somebody reads', async () => {
  const other = await aPortal(world, { menus })
  const { classId: foreign } = await aClass(world, other)
  const input = { classId: foreign, title: '公告', content: '<p>好</p>' }
  for (const reply of [
    await world.call(noticeCalls.saveClass, input, office.token),
    await world.call(noticeCalls.queryClass, { classId: foreign }, office.token),
  ])
    assert.equal(reply.respCode, 404)
  const { classId } = await aTaughtClass(0)
  const { classId: second } = await aTaughtClass(0)
  const { id } = await announce(classId)
  const moved = await world.call(
    noticeCalls.saveClass,
    { ...input, classId: second, id, revision: 1 },
    office.token,
  )
  assert.equal(moved.respCode, 404)
  const empty = await world.call(noticeCalls.saveClass, { ...input, classId, content: '' }, office.token)
  assert.deepEqual([empty.respCode, empty.field], [422, 'content'])
  await world.db`
    insert into notices (project_id, class_id, title, content)
    select ${portal.projectId}, ${classId}, '公告' || n, '<p>好</p>' from generate_series(1, ${mostAnnouncements - 2}) n`
  const at = await Promise.all(
    [1, 2].map(() => world.call(noticeCalls.saveClass, { ...input, classId }, office.token)),
  )
  assert.deepEqual(at.map(({ respCode }) => respCode).sort(), [200, 409])
})
