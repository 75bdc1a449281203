import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { yearFromNow } from '../../../test/build/days.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aLearner, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { type NewEnrolment, openEnrolment, openTogether, recordExams, recordStudy } from './actions.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

const refusal = (code: number, words: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.words.code === code && words.test(error.say('zh'))

test('done study passes a class without exam once, and the required hours are earned once', async () => {
  const learner = await aLearner(world, portal)
  const built = await aClass(world, portal, {
    hoursTenths: 100,
    courses: [{ hoursTenths: 60 }, { hoursTenths: 20, attribute: 'elective' }],
  })
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...built })
  const study = { enrolmentId, watchedSeconds: 600, lastItemId: built.itemIds[0]!, lastPosition: 600 }
  await world.db.begin((tx) => recordStudy(tx, { ...study, progress: 6000, done: false }))
  await world.db.begin((tx) =>
    recordStudy(tx, { ...study, progress: 5000, watchedSeconds: 100, done: false }),
  )
  const [half] =
    await world.db`select progress, watched_seconds, status from enrolments where id = ${enrolmentId}`
  assert.deepEqual({ ...half }, { progress: 6000, watchedSeconds: 600, status: 'active' })
  for (let i = 0; i < 2; i++)
    await world.db.begin((tx) => recordStudy(tx, { ...study, progress: 10000, done: true }))
  const [done] = await world.db`select status, passed_by, progress from enrolments where id = ${enrolmentId}`
  assert.deepEqual({ ...done }, { status: 'passed', passedBy: 'rule', progress: 10000 })
  const lines = await world.db`
    select attribute, hours_tenths, year, class_type from hour_entries where enrolment_id = ${enrolmentId} order by 1 desc`
  assert.deepEqual(
    [...lines],
    [{ attribute: 'required', hoursTenths: 75, year: yearFromNow(), classType: 'public' }],
  )
})

test('the best exam score stays', async () => {
  const learner = await aLearner(world, portal)
  const built = await aClass(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...built })
  for (const [score, passed] of [
    [40, false],
    [86, true],
    [70, false],
  ] as const)
    await world.db.begin((tx) => recordExams(tx, [{ enrolmentId, score, passed }]))
  const [row] =
    await world.db`select exam_score, exam_passed, status from enrolments where id = ${enrolmentId}`
  assert.deepEqual({ ...row }, { examScore: 86, examPassed: true, status: 'active' })
})

async function anActiveExam(classId: string): Promise<string> {
  const { db } = world
  const [paper] = await db`
    insert into papers (project_id, name, mode, sections, total, pass_score, minutes)
    values (${portal.projectId}, '试卷', 'fixed', '[]', 100, 60, 60) returning id`
  const [exam] = await db`
    insert into exams (project_id, class_id, paper_id, name, attempts, status)
    values (${portal.projectId}, ${classId}, ${paper!.id as string}, '结业考试', 2, 'active') returning id`
  return exam!.id as string
}

test('a class with an exam is passed by study and exam together, in either order', async () => {
  const built = await aClass(world, portal)
  await anActiveExam(built.classId)
  const statusOf = async (id: string) =>
    (await world.db`select status from enrolments where id = ${id}`)[0]!.status as string
  for (const examFirst of [true, false]) {
    const enrolmentId = await anEnrolment(world, portal, { ...(await aLearner(world, portal)), ...built })
    const study = () =>
      world.db.begin((tx) =>
        recordStudy(tx, {
          enrolmentId,
          progress: 10000,
          watchedSeconds: 600,
          done: true,
          lastItemId: built.itemIds[0]!,
          lastPosition: 600,
        }),
      )
    const exam = () => world.db.begin((tx) => recordExams(tx, [{ enrolmentId, score: 80, passed: true }]))
    await (examFirst ? exam() : study())
    assert.equal(await statusOf(enrolmentId), 'active')
    await (examFirst ? study() : exam())
    assert.equal(await statusOf(enrolmentId), 'passed')
  }
})

test('a place is refused when the class is full, joined, unpublished or out of its time', async () => {
  const [first, second] = [await aLearner(world, portal), await aLearner(world, portal)]
  const one = await aClass(world, portal, { quota: 1 })
  await anEnrolment(world, portal, { ...first, ...one })
  await assert.rejects(anEnrolment(world, portal, { ...first, ...one }), refusal(409, /您已加入/))
  const open = await aClass(world, portal)
  await anEnrolment(world, portal, { ...first, ...open })
  await assert.rejects(anEnrolment(world, portal, { ...first, ...open }), refusal(409, /您已加入/))
  await assert.rejects(anEnrolment(world, portal, { ...second, ...one }), refusal(409, /已满/))
  const off = await aClass(world, portal, { status: 'off_shelf' })
  await assert.rejects(anEnrolment(world, portal, { ...second, ...off }), refusal(409, /没有上架/))
  await anEnrolment(world, portal, { ...second, ...off, source: 'order' })
  const late = await aClass(world, portal, { signUpTo: '2020-01-01T00:00:00Z' })
  await assert.rejects(anEnrolment(world, portal, { ...second, ...late }), refusal(409, /截止/))
  const early = await aClass(world, portal, { signUpFrom: '2099-01-01T00:00:00Z' })
  await assert.rejects(anEnrolment(world, portal, { ...second, ...early }), refusal(409, /还没有开始/))
  const [row] = await world.db`select sold from train_classes where id = ${one.classId}`
  assert.equal(row!.sold, 1)
})

test('64 learners racing for 10 places get exactly 10', async () => {
  const built = await aClass(world, portal, { quota: 10 })
  const people = await world.db`
    insert into accounts (project_id, role_id, login_name, user_name, password_hash)
    select ${portal.projectId}, ${portal.roles.learner}, 'race' || n, '学员' || n, '-' from generate_series(1, 64) n
    returning id`
  const results = await Promise.allSettled(
    people.map(({ id }) => anEnrolment(world, portal, { accountId: id as string, ...built })),
  )
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 10)
  for (const result of results)
    if (result.status === 'rejected') assert.ok(refusal(409, /已满/)(result.reason))
  const [row] = await world.db`
    select sold, (select count(*) from enrolments where class_id = c.id) as rows from train_classes c
    where id = ${built.classId}`
  assert.deepEqual({ ...row }, { sold: 10, rows: 10 })
})

test('one learner racing with herself gets one place', async () => {
  const built = await aClass(world, portal)
  const learner = await aLearner(world, portal)
  const tries = Array.from({ length: 16 }, () =>
    world.db.begin((tx) =>
      openEnrolment(tx, {
        projectId: portal.projectId,
        accountId: learner.accountId,
        classId: built.classId,
        source: 'free',
        sourceId: null,
        by: null,
      }),
    ),
  )
  const results = await Promise.allSettled(tries)
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1)
  const [row] = await world.db`select sold from train_classes where id = ${built.classId}`
  assert.equal(row!.sold, 1)
})

const wanted = (accountId: string, classId: string, more: Partial<NewEnrolment> = {}): NewEnrolment => ({
  projectId: portal.projectId,
  accountId,
  classId,
  source: 'order',
  sourceId: null,
  by: null,
  ...more,
})
const open = (groups: NewEnrolment[][]) => world.db.begin((tx) => openTogether(tx, groups))
const sayEach = (opened: Awaited<ReturnType<typeof open>>) =>
  opened.map((group) => (group instanceof Refusal ? group.say('zh') : group.length))
async function seatsOf(classId: string) {
  const [row] = await world.db`
    select sold, held, (select count(*) from enrolments e where e.class_id = c.id and is_live(e.status)) as rows
    from train_classes c where id = ${classId}`
  return [row!.sold, row!.held, row!.rows]
}

test('many are opened at once, each group whole or not at all, and the last place goes once', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => aLearner(world, portal)))
  const [first, second, third, fourth] = people.map(({ accountId }) => accountId) as [
    string,
    string,
    string,
    string,
  ]
  const scarce = await aClass(world, portal, { quota: 2 })
  const free = await aClass(world, portal)
  const over = await aClass(world, portal, { studyTo: '2020-01-01T00:00:00Z' })
  const opened = await open([
    [wanted(first, scarce.classId), wanted(first, free.classId)],
    // Its second class is over: the place of the first is another's.
    [wanted(second, scarce.classId), wanted(second, over.classId)],
    [wanted(third, scarce.classId)],
    [wanted(fourth, free.classId), wanted(fourth, scarce.classId)],
    [wanted(third, scarce.classId)],
    [wanted(second, free.classId)],
  ])
  const [said] = await world.db`select name from train_classes where id = ${scarce.classId}`
  const sentences = sayEach(opened)
  assert.deepEqual([sentences[0], sentences[2], sentences[5]], [2, 1, 1])
  assert.match(String(sentences[1]), /学习期限已过/)
  assert.equal(sentences[3], `“${said!.name}”的名额已满`)
  assert.match(String(sentences[4]), /您已加入/)
  assert.deepEqual(await seatsOf(scarce.classId), [2, 0, 2])
  assert.deepEqual(await seatsOf(free.classId), [2, 0, 2])
  assert.deepEqual(await seatsOf(over.classId), [0, 0, 0])
  const rows = await world.db`
    select e.account_id, e.class_id, count(l.id)::int as logged from enrolments e
    left join operation_logs l on l.subject_id = e.id::text and l.action = 'enrolment.open'
    where e.class_id in (${scarce.classId}, ${free.classId}) group by e.id`
  assert.deepEqual(
    rows.map(({ logged }) => logged),
    [1, 1, 1, 1],
  )
  const ids = (opened[0] as string[]).map((id) => id)
  const [own] = await world.db`
    select array_agg(class_id order by array_position(${ids}::uuid[], id)) as classes from enrolments
    where id = any(${ids}::uuid[]) and account_id = ${first}`
  assert.deepEqual(own!.classes, [scarce.classId, free.classId])
})

test('an approved application becomes the enrolment, a held place is given up for it', async () => {
  const [first, second] = [await aLearner(world, portal), await aLearner(world, portal)]
  const built = await aClass(world, portal, { quota: 2 })
  const [applied] = await world.db`
    insert into enrolments (project_id, account_id, class_id, source, status, pay_until)
    values (${portal.projectId}, ${first.accountId}, ${built.classId}, 'apply', 'approved', moment() + interval '1 day')
    returning id`
  await world.db`update train_classes set held = 2 where id = ${built.classId}`
  const opened = await open([
    [wanted(first.accountId, built.classId)],
    [wanted(second.accountId, built.classId, { held: true })],
  ])
  assert.deepEqual(sayEach(opened), [1, 1])
  assert.deepEqual(opened[0], [applied!.id])
  assert.deepEqual(await seatsOf(built.classId), [2, 0, 2])
  const [admitted] =
    await world.db`select status, source, pay_until from enrolments where id = ${applied!.id as string}`
  assert.deepEqual({ ...admitted }, { status: 'active', source: 'order', payUntil: null })
})

test('who is in one version of a class is not put into another, not in one batch either', async () => {
  const [first, second] = [await aLearner(world, portal), await aLearner(world, portal)]
  const [old, next] = [await aClass(world, portal), await aClass(world, portal)]
  await world.db`
    update train_classes set version_of = ${old.classId}, version = 2 where id = ${next.classId}`
  await anEnrolment(world, portal, { ...first, ...old })
  const opened = await open([
    [wanted(first.accountId, next.classId)],
    [wanted(second.accountId, next.classId)],
    [wanted(second.accountId, old.classId)],
  ])
  const sentences = sayEach(opened)
  assert.match(String(sentences[0]), /另一个版本/)
  assert.equal(sentences[1], 1)
  assert.match(String(sentences[2]), /另一个版本/)
})

test("another project's class is not found", async () => {
  const learner = await aLearner(world, portal)
  const other = await aPortal(world)
  const built = await aClass(world, other)
  await assert.rejects(anEnrolment(world, portal, { ...learner, ...built }), refusal(404, /没有找到/))
})
