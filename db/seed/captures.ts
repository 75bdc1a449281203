import type { Tx } from '../../server/db.ts'
import type { AppContext } from '../../server/appContext.ts'
import { insertQuestions, readQuestion } from '../../features/question/server/actions.ts'
import { capturePlace } from '../../features/study/capture/server/actions.ts'
import { captureConsentVersion } from '../../features/study/capture/rules.ts'
import { drawnPhoto } from './faces.ts'
import type { SeededPortal } from './portal.ts'

/** An enrolment that is being studied, with the video that comes next. */
interface Studied {
  enrolmentId: string
  accountId: string
  classId: string
  itemId: string
  resourceId: string
  furthestMs: number
  durationMs: number
}

/**
 * An enrolment that is being studied: the first learner's, where there is one, or one of a class that they are not in and
 * that nobody can join any more, where there is one.
 */
async function findStudied(
  tx: Tx,
  { projectId }: SeededPortal,
  first: string,
  whose: 'own' | 'others',
): Promise<Studied | null> {
  const [found] = await tx<Studied[]>`
    select e.id as enrolment_id, e.account_id, e.class_id, i.id as item_id, i.resource_id,
      coalesce(w.furthest_ms, 0) as furthest_ms, (r.duration_seconds * 1000)::int as duration_ms
    from enrolments e join train_classes c on c.id = e.class_id join class_courses cc on cc.class_id = e.class_id
    join course_items i on i.course_id = cc.course_id join resources r on r.id = i.resource_id
    left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
    where e.project_id = ${projectId} and e.status = 'active' and w.completed_at is null and c.capture_kind is null
      and (${whose === 'own'}
        or not exists (select from enrolments o where o.class_id = c.id and o.account_id = ${first}))
    order by ${
      whose === 'own' ? tx`e.account_id = ${first}` : tx`coalesce(c.sign_up_to < moment(), false)`
    } desc, e.id, cc.sort, i.sort limit 1`
  return found ?? null
}

/** A check that was announced so many days ago. */
interface Told {
  kind: 'presence' | 'photo'
  status: 'passed' | 'missed' | 'appealed' | 'review'
  days: number
  tries?: number
  appeal?: string
  /** The earlier check whose picture it resembles. */
  resemblesId?: string
}

/** Writes a check with what became of it; answered ones after twelve seconds. */
async function tell(
  tx: Tx,
  { projectId }: SeededPortal,
  { enrolmentId, accountId, itemId, furthestMs }: Studied,
  { kind, status, days, tries = 1, appeal, resemblesId }: Told,
): Promise<string> {
  const isAnswered = status === 'passed' || status === 'review'
  const [row] = await tx<{ id: string }[]>`
    insert into captures (project_id, enrolment_id, account_id, item_id, kind, status, tries, at_ms, told_at, due_at,
      answered_at, appeal, appealed_at, settled_at, resembles_id)
    select ${projectId}, ${enrolmentId}, ${accountId}, ${itemId}, ${kind}, ${status}, ${tries}, ${furthestMs}, at,
      at + interval '60 seconds', case when ${isAnswered} then at + interval '12 seconds' end, ${appeal ?? null}::text,
      case when ${appeal ?? null}::text is not null then at + interval '1 hour' end,
      case when ${!isAnswered} then at + interval '60 seconds' end, ${resemblesId ?? null}
    from (select moment() - make_interval(days => ${days}) as at) t returning id`
  return row!.id
}

/** Pins a question to the middle of what is left of a video. */
async function pinQuestion(
  tx: Tx,
  { projectId }: SeededPortal,
  { resourceId, furthestMs, durationMs }: Studied,
): Promise<void> {
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
}

/**
 * A class with a question in its video and presence checks: one of its learners met a check, missed one, and appealed about
 * another. The first learner's own, where they are studying one. Another class takes photos: the second photo of a learner
 * is almost the first, and waits for a person.
 */
export async function seedCaptures(
  tx: Tx,
  { secrets }: Pick<AppContext, 'secrets'>,
  portal: SeededPortal,
  [first]: readonly string[],
): Promise<void> {
  const own = await findStudied(tx, portal, first!, 'own')
  if (!own) return
  await tx`update train_classes set capture_kind = 'presence' where id = ${own.classId}`
  await pinQuestion(tx, portal, own)
  const appeal = '当时电脑没有声音，没有注意到提示，人一直在座位上。'
  await tell(tx, portal, own, { kind: 'presence', status: 'passed', days: 4 })
  await tell(tx, portal, own, { kind: 'presence', status: 'missed', days: 3, tries: 3 })
  await tell(tx, portal, own, { kind: 'presence', status: 'appealed', days: 2, tries: 3, appeal })

  const other = await findStudied(tx, portal, first!, 'others')
  if (!other) return
  const { accountId, classId } = other
  await tx`update train_classes set capture_kind = 'photo' where id = ${classId}`
  const consent = { accountId, kind: 'photo', version: captureConsentVersion, agreed: true }
  await tx`insert into capture_consents ${tx(consent)}`
  const picture = (await drawnPhoto().toBuffer()).toString('base64')
  const resemblesId = await tell(tx, portal, other, { kind: 'photo', status: 'passed', days: 1 })
  const review = await tell(tx, portal, other, { kind: 'photo', status: 'review', days: 0, resemblesId })
  for (const captureId of [resemblesId, review])
    await tx`
      insert into capture_pictures ${tx({ captureId, pictureSealed: secrets.seal(capturePlace, captureId, picture) })}`
}
