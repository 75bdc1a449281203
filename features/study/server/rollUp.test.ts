import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { seededRandom } from '../../../db/seed/content/random.ts'
import { aClass, type BuiltClass } from '../../../test/build/class.ts'
import { anExam, aSittableExam } from '../../../test/build/exam.ts'
import { runJob } from '../../../test/build/job.ts'
import { aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { aStudent, type BuiltStudent } from '../../../test/build/study.ts'
import { seed } from '../../../test/dice.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { classStudy } from '../rules.ts'
import { listStudiedItems } from './data.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

/**
 * Records that so much of each item was watched, in milliseconds, as beats save it; the last one named was the last
 * watched.
 */
async function watched(student: BuiltStudent, itemId: string, acceptedMs: number, done: boolean) {
  const { db } = world
  await db`
    insert into watch_coverages (enrolment_id, item_id, duration_ms, ranges, furthest_ms, accepted_ms, position_ms,
      completed_at, updated_at)
    select ${student.enrolmentId}, i.id, r.duration_seconds * 1000,
      case when ${acceptedMs}::int > 0 then int4multirange(int4range(0, ${acceptedMs}::int)) else '{}' end,
      ${acceptedMs}, ${acceptedMs}, ${acceptedMs}, case when ${done} then moment() end, clock_timestamp()
    from course_items i join resources r on r.id = i.resource_id where i.id = ${itemId}`
  await db`
    update play_leases set ended_at = moment(), end_reason = 'released'
    where account_id = ${student.accountId} and ended_at is null`
  await db`
    insert into play_leases (account_id, enrolment_id, item_id, rate_percent, ahead_ms, count_hidden, required_ms,
      other_ms, item_required, opened_at, paid_from, paid_until, last_beat_at, rolled_at, ip, agent)
    values (${student.accountId}, ${student.enrolmentId}, ${itemId}, 100, 2000, false, 1, 0, true, moment(), moment(),
      moment(), moment(), moment() - interval '1 minute', '', '')`
}

const enrolmentOf = async ({ enrolmentId }: BuiltStudent) =>
  (
    await world.db`
      select status, progress, watched_seconds::float8, last_item_id, last_position::float8,
        study_done_at is not null as done, (select count(*)::int from play_leases l
          where l.enrolment_id = e.id and l.rolled_at < l.last_beat_at) as behind,
        (select coalesce(sum(h.hours_tenths), 0)::int from hour_entries h where h.enrolment_id = e.id) as hours
      from enrolments e where id = ${enrolmentId}`
  )[0]!

const rollUp = () => runJob(world, 'study.roll-up')

test('many learners rolled up together get the same result as one by one, whatever they watched', async () => {
  const random = seededRandom(seed)
  const shapes: BuiltClass[] = []
  for (const courses of [
    [{ videos: [60, 30] }, { videos: [20], attribute: 'elective' as const }],
    [
      { videos: [40], attribute: 'elective' as const },
      { videos: [7, 9], attribute: 'elective' as const },
    ],
    [{ videos: [33] }, { videos: [71, 13] }],
  ]) {
    shapes.push(await aClass(world, portal, { courses }))
  }
  const students: BuiltStudent[] = []
  for (let n = 0; n < 24; n++) {
    const built = shapes[n % shapes.length]!
    const student = await aStudent(world, portal, { built })
    students.push(student)
    const all = await listStudiedItems(world.db, student.enrolmentId)
    // The first watches all and the second nothing: whatever is drawn, one passes and one does not.
    const seen = { 0: 1, 1: 0 }[n] ?? 0.8
    for (const { itemId, durationMs } of all.filter(() => random.next() < seen)) {
      const isDone = n === 0 || random.next() < 0.6
      await watched(student, itemId, isDone ? durationMs - 500 : random.int(0, durationMs - 5000), isDone)
    }
  }
  await rollUp()
  let passed = 0
  for (const student of students) {
    const study = classStudy(await listStudiedItems(world.db, student.enrolmentId))
    const [last] = await world.db`
      select item_id, position_ms from watch_coverages where enrolment_id = ${student.enrolmentId}
      order by updated_at desc limit 1`
    const found = await enrolmentOf(student)
    const { hours, ...rest } = found
    assert.deepEqual(rest, {
      status: study.done && last ? 'passed' : 'active',
      progress: last ? study.progress : 0,
      watchedSeconds: last ? study.watchedMs / 1000 : 0,
      lastItemId: last?.itemId ?? null,
      lastPosition: last ? (last.positionMs as number) / 1000 : found.lastPosition,
      done: Boolean(study.done && last),
      behind: 0,
    })
    assert.equal((hours as number) > 0, found.status === 'passed')
    if (found.status === 'passed') passed++
  }
  assert.ok(passed > 0 && passed < students.length, `${passed} passed`)
})

test('one whose pass fails stays pending, is retried, and blocks nobody else’s', async () => {
  const built = await aClass(world, portal, { courses: [{ videos: [10] }] })
  const [bad, good, half] = [
    await aStudent(world, portal, { built }),
    await aStudent(world, portal, { built }),
    await aStudent(world, portal, { built }),
  ]
  const itemId = built.itemIds[0]!
  await watched(bad, itemId, 10_000, true)
  await watched(good, itemId, 10_000, true)
  await watched(half, itemId, 5000, false)
  await world.db.unsafe(`
    create function no_pass() returns trigger language plpgsql as $$ begin raise exception 'no pass'; end $$;
    create trigger no_pass before update on enrolments for each row
      when (new.status = 'passed' and new.id = '${bad.enrolmentId}') execute function no_pass()`)
  await rollUp()
  const { status, progress, done, behind } = await enrolmentOf(bad)
  assert.deepEqual([status, progress, done, behind], ['active', 0, false, 1], 'nothing of it is half done')
  assert.equal((await enrolmentOf(good)).status, 'passed')
  assert.equal((await enrolmentOf(half)).progress, 5000)
  await world.db`drop trigger no_pass on enrolments`
  await rollUp()
  assert.deepEqual([(await enrolmentOf(bad)).status, (await enrolmentOf(bad)).behind], ['passed', 0])
})

test('with an exam to pass, study is done and the pass waits for it; what was passed before passes now', async () => {
  const built = await aClass(world, portal, { courses: [{ videos: [10] }] })
  const { paperId } = await aSittableExam(world, portal, { questions: 1 })
  await anExam(world, portal, { classId: built.classId, paperId })
  const [waiting, ready] = [
    await aStudent(world, portal, { built }),
    await aStudent(world, portal, { built }),
  ]
  await world.db`update enrolments set exam_passed = true, exam_score = 100 where id = ${ready.enrolmentId}`
  for (const student of [waiting, ready]) await watched(student, built.itemIds[0]!, 10_000, true)
  await rollUp()
  const [first, second] = [await enrolmentOf(waiting), await enrolmentOf(ready)]
  assert.deepEqual([first.status, first.done, first.progress, first.behind], ['active', true, 10_000, 0])
  assert.deepEqual([second.status, second.done, second.behind], ['passed', true, 0])
})

test('a learner whose beat is being saved is left for the next minute and holds nobody up', async () => {
  const built = await aClass(world, portal, { courses: [{ videos: [100] }] })
  const [held, free] = [await aStudent(world, portal, { built }), await aStudent(world, portal, { built })]
  for (const student of [held, free]) await watched(student, built.itemIds[0]!, 50_000, false)
  await world.db.begin(async (tx) => {
    await tx`select from play_leases where enrolment_id = ${held.enrolmentId} for no key update`
    await rollUp()
  })
  assert.deepEqual([(await enrolmentOf(held)).progress, (await enrolmentOf(free)).progress], [0, 5000])
  await rollUp()
  assert.equal((await enrolmentOf(held)).progress, 5000)
})

test('what was played before the end counts after it; an ended enrolment keeps its progress', async () => {
  const built = await aClass(world, portal, { courses: [{ videos: [100] }] })
  const [ended, left] = [await aStudent(world, portal, { built }), await aStudent(world, portal, { built })]
  for (const student of [ended, left]) await watched(student, built.itemIds[0]!, 50_000, false)
  await world.db`update enrolments set expires_at = moment() - interval '1 s' where id = ${ended.enrolmentId}`
  await world.db`update enrolments set status = 'removed' where id = ${left.enrolmentId}`
  await rollUp()
  assert.deepEqual([(await enrolmentOf(ended)).progress, (await enrolmentOf(left)).progress], [5000, 0])
})
