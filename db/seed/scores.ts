import { applyMyself } from '../../features/signUp/application/server/person.ts'
import { reviewApplications } from '../../features/signUp/application/server/actions.ts'
import { resultOf } from '../../features/score/rules.ts'
import { appeal, enterScores, publish } from '../../features/score/server/actions.ts'
import { proposeChange } from '../../features/score/server/proposals.ts'
import { assignAll } from '../../features/signUp/seat/server/actions.ts'
import { changeStatus } from '../../features/signUp/server/actions.ts'
import type { AppContext } from '../../server/appContext.ts'
import type { Db, Tx } from '../../server/db.ts'
import { signUpsOn } from './content/signUps.ts'
import type { SeededPortal } from './portal.ts'
import { filledIn, open } from './signUps.ts'
import { learnerOf, staffOf } from './staff.ts'

/** Points of those who sat, in turn; null for who was absent. */
const points = [58, 86.5, 72, 91, 44.5, null, 60, 78, 59.5, 83, 67, 95]

interface Seat {
  applicationId: string
  accountId: string
}

/**
 * An exam that was sat: the scores of its first subject are entered and published, one of them is to be corrected, and the
 * one who signs in as the demo's learner has appealed. Those of the second come from a sheet.
 */
export async function seedScores(
  tx: Tx,
  app: AppContext,
  portal: SeededPortal,
  accountIds: readonly string[],
): Promise<void> {
  const [admin, finance] = [await staffOf(tx, portal, 'admin'), await staffOf(tx, portal, 'finance')]
  const { sat } = signUpsOn(portal.today)
  // Those who sat it have applied while it was open, which it is until they have.
  const soon = signUpsOn(portal.today).exam.closesAt
  // Seats are given before the sessions, which are in the past.
  const ahead = (at: string) => new Date(Date.parse(at) + 366 * 24 * 3_600_000).toISOString()
  const subjects = sat.subjects.map((subject) => ({
    ...subject,
    sessions: subject.sessions.map((one) => ({
      ...one,
      startsAt: ahead(one.startsAt),
      endsAt: ahead(one.endsAt),
    })),
  }))
  const exam = await open({ tx, app, portal, admin, finance }, { ...sat, subjects, closesAt: soon })
  for (const [n, accountId] of [accountIds[0]!, ...accountIds.slice(120, 131)].entries()) {
    const { id } = await applyMyself(tx, await learnerOf(tx, portal, accountId), filledIn(exam, n))
    await reviewApplications(tx, admin, [id], { approve: true })
  }
  await assignAll(tx, admin, exam.id)
  await tx`
    update sign_up_sessions x set starts_at = starts_at - interval '366 days', ends_at = ends_at - interval '366 days'
    from sign_up_subjects j where j.id = x.subject_id and j.sign_up_id = ${exam.id}`
  await changeStatus(tx, admin, exam.id, 'close')
  await tx`update sign_ups set closes_at = ${sat.closesAt}, created_at = ${sat.opensAt} where id = ${exam.id}`
  await tx`
    update sign_up_applications set created_at = opened + interval '1 day', reviewed_at = opened + interval '2 days'
    from (select ${sat.opensAt}::timestamptz as opened) s where sign_up_id = ${exam.id}`

  const [subjectId] = exam.subjectIds as [string]
  const seats = await tx<Seat[]>`
    select t.application_id, p.account_id from sign_up_seats t join sign_up_applications p on p.id = t.application_id
    where t.subject_id = ${subjectId} order by p.id`
  const entered = await enterScores(
    tx,
    seats.map((seat, n) => ({
      ...seat,
      scoreId: null,
      projectId: portal.projectId,
      subjectId,
      points: points[n % points.length]!,
      result: resultOf(points[n % points.length]!, 60),
    })),
    { source: 'import', by: admin },
  )
  await publish(tx, admin, { signUpId: exam.id, subjectIds: [subjectId], appealDays: 5 })
  const scoreOf = (accountId: string) => {
    const { applicationId } = seats.find((seat) => seat.accountId === accountId)!
    return entered.find((score) => score.applicationId === applicationId)!.id
  }
  await appeal(tx, await learnerOf(tx, portal, accountIds[0]!), {
    id: scoreOf(accountIds[0]!),
    reason: '第三大题第二小问的答题卡似乎没有计分，请复核。',
  })
  await proposeChange(tx, app.secrets, finance, {
    id: scoreOf(seats.find((_, n) => points[n % points.length] === 59.5)!.accountId),
    points: 61.5,
    reason: '复核答题卡，多选题漏计 2 分',
  })
}

/** Rows of the sheet with the scores of the second subject, two of them wrong, and the exam they are of. */
export async function scoreSheet(
  db: Db,
): Promise<{ signUpId: string; rows: Readonly<Record<string, string>>[] }> {
  const seats = await db<{ signUpId: string; ticketNo: string; realName: string; subject: string }[]>`
    select p.sign_up_id, p.ticket_no, s.real_name, j.name as subject
    from sign_up_seats t join sign_up_applications p on p.id = t.application_id
    join students s on s.account_id = p.account_id join sign_up_subjects j on j.id = t.subject_id and j.sort = 1
    where exists (select from scores c where c.application_id = p.id) order by p.id`
  const rows = seats.map(({ ticketNo, realName, subject }, n) => ({
    ticketNo,
    realName,
    subject,
    points: String(points[(n + 3) % points.length] ?? '缺考'),
  }))
  rows[1]!.points = '108'
  rows[2]!.ticketNo = '2023999999'
  return { signUpId: seats[0]!.signUpId, rows }
}
