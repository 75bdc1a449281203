import type { Tx } from '../../server/db.ts'
import { insertQuestions, readQuestion } from '../../features/question/server/actions.ts'
import type { SeededPortal } from './portal.ts'

/**
 * A class with a question in its video and presence checks: one of its learners met a check, missed one, and appealed about
 * another. The first learner's own, where they are studying one.
 */
export async function seedCaptures(
  tx: Tx,
  { projectId }: SeededPortal,
  [first]: readonly string[],
): Promise<void> {
  const [studied] = await tx<
    {
      enrolmentId: string
      accountId: string
      classId: string
      itemId: string
      resourceId: string
      furthestMs: number
      durationMs: number
    }[]
  >`
    select e.id as enrolment_id, e.account_id, e.class_id, i.id as item_id, i.resource_id,
      coalesce(w.furthest_ms, 0) as furthest_ms, (r.duration_seconds * 1000)::int as duration_ms
    from enrolments e join class_courses cc on cc.class_id = e.class_id
    join course_items i on i.course_id = cc.course_id join resources r on r.id = i.resource_id
    left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
    where e.project_id = ${projectId} and e.status = 'active' and w.completed_at is null
    order by e.account_id = ${first!} desc, e.id, cc.sort, i.sort limit 1`
  if (!studied) return
  const { enrolmentId, accountId, classId, itemId, resourceId, furthestMs, durationMs } = studied
  await tx`update train_classes set capture_kind = 'presence' where id = ${classId}`
  const atSecond = Math.floor((furthestMs + durationMs) / 2000)
  const part = {
    type: 'judge' as const,
    stem: '学习中的随堂题须在看到题目所在位置后作答，答对才能继续计学时。',
    answer: ['A'],
    analysis: '题目固定在视频的某一秒，答对之前，之后的部分不计入。',
  }
  await insertQuestions(tx, [
    {
      projectId,
      createdBy: null,
      bankId: null,
      resourceId,
      atSecond,
      mustPass: true,
      rewindTo: Math.max(0, atSecond - 60),
      category: '',
      difficulty: 'easy',
      score: 1,
      ...readQuestion({ type: 'judge', parts: [part] }),
    },
  ])
  const told = [
    { status: 'passed', days: 4, tries: 1, appeal: null },
    { status: 'missed', days: 3, tries: 3, appeal: null },
    { status: 'appealed', days: 2, tries: 3, appeal: '当时电脑没有声音，没有注意到提示，人一直在座位上。' },
  ]
  for (const { status, days, tries, appeal } of told)
    await tx`
      insert into captures (project_id, enrolment_id, account_id, item_id, kind, status, tries, at_ms, told_at, due_at,
        answered_at, appeal, appealed_at, settled_at)
      select ${projectId}, ${enrolmentId}, ${accountId}, ${itemId}, 'presence', ${status}, ${tries}, ${furthestMs}, at,
        at + interval '60 seconds', case when ${status} = 'passed' then at + interval '12 seconds' end, ${appeal}::text,
        case when ${appeal}::text is not null then at + interval '1 hour' end,
        case when ${status} <> 'passed' then at + interval '60 seconds' end
      from (select moment() - make_interval(days => ${days}) as at) t`
}
