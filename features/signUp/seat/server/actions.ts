import { randomBytes } from 'node:crypto'
import type { OutputOf } from '../../../../contract/call.ts'
import { readableCode } from '../../../../contract/readableCode.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Fragment, Tx } from '../../../../server/db.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { giveSeats, giveTickets } from '../../application/server/actions.ts'
import { sendMessages } from '../../../message/server/actions.ts'
import { type seatCalls, seatRefusals } from '../contract.ts'
import { assignSeats, ticketNoOf } from '../rules.ts'
import { seatsAssigned } from './messages.ts'

export { lookUpTickets } from './data.ts'

interface SittingRow {
  id: string
  subjectId: string
  subject: string
  startsAt: string
  endsAt: string
  rooms: { name: string; seats: number }[]
  taken: string[]
}

interface CandidateRow {
  id: string
  accountId: string
  subjectIds: string[]
  busy: { from: string; to: string }[]
  ticketNo: string | null
}

const timeOf = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })

/** Sessions of an exam that are not over, in the order of their time. */
const listSittings = (tx: Tx, signUpId: string) => tx<SittingRow[]>`
  select x.id, x.subject_id, j.name as subject, x.starts_at, x.ends_at, x.rooms,
    array(select t.seat_no || ' ' || t.room from sign_up_seats t where t.session_id = x.id) as taken
  from sign_up_sessions x join sign_up_subjects j on j.id = x.subject_id
  where j.sign_up_id = ${signUpId} and x.ends_at > moment() order by x.starts_at, x.sort`

/** Locks the confirmed applications of an exam, in the order in which they came; gives their ids. */
async function lockConfirmed(tx: Tx, { projectId, signUpId }: { projectId: string; signUpId: string }) {
  const rows = await tx<{ id: string }[]>`
    select id from sign_up_applications
    where sign_up_id = ${signUpId} and project_id = ${projectId} and status = 'confirmed' order by id for no key update`
  return rows.map(({ id }) => id)
}

/**
 * True if all sessions of a subject `j` are over while others of the exam are still to come: who comes between gets no seat
 * in it, and those in the others.
 */
const isOver = (tx: Tx): Fragment => tx`(
  select coalesce(max(x.ends_at) filter (where x.subject_id = j.id) <= moment() and max(x.ends_at) > moment(), false)
  from sign_up_sessions x join sign_up_subjects k on k.id = x.subject_id where k.sign_up_id = j.sign_up_id)`

/** Those of some applications that need a seat, in the order in which they came. */
const listCandidates = (tx: Tx, ids: readonly string[]) => tx<CandidateRow[]>`
  select * from (
    select p.id, p.account_id, p.ticket_no, array(select j.id from sign_up_subjects j where j.id = any(p.subject_ids)
        and not exists (select from sign_up_seats t where t.application_id = p.id and t.subject_id = j.id)
        and not ${isOver(tx)}
        order by j.sort) as subject_ids,
      coalesce((select json_agg(json_build_object('from', x.starts_at, 'to', x.ends_at))
        from sign_up_seats t join sign_up_sessions x on x.id = t.session_id where t.application_id = p.id), '[]') as busy
    from sign_up_applications p where p.id = any(${ids as string[]}::uuid[])) c
  where cardinality(c.subject_ids) > 0 order by c.id`

/** Refuses (409) seats for all because of a person whom no seat of a subject can help. */
async function refuseBlocked(
  tx: Tx,
  { applicationId, subjectId }: { applicationId: string; subjectId: string },
): Promise<never> {
  const [row] = await tx<{ person: string; subject: string }[]>`
    select coalesce(s.real_name, a.user_name) as person, j.name as subject
    from sign_up_applications p join accounts a on a.id = p.account_id left join students s on s.account_id = a.id
    join sign_up_subjects j on j.id = ${subjectId} where p.id = ${applicationId}`
  return refuse(seatRefusals.blocked, row!)
}

const codeOf = () => readableCode(randomBytes(14))

/** Gives ticket numbers to applications that have none; those of a project are counted one after the other. */
async function numberTickets(tx: Tx, projectId: string, ids: readonly string[]): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`ticket ${projectId}`}, 0))`
  const [known] = await tx<{ last: number; year: number }[]>`
    select coalesce(max(substr(ticket_no, 5)::int), 0) as last,
      extract(year from moment() at time zone 'Asia/Shanghai')::int as year
    from sign_up_applications where project_id = ${projectId} and ticket_no is not null`
  const { last, year } = known!
  const rows = ids.map((id, at) => ({ id, no: ticketNoOf(year, last + at + 1), code: codeOf() }))
  await giveTickets(tx, rows)
}

/** Tells applicants the first of the seats that they were given, in the order of time, and how many there are. */
async function tellSeats(
  tx: Tx,
  title: string,
  candidates: readonly CandidateRow[],
  sittings: readonly SittingRow[],
  seats: readonly { applicationId: string; sessionId: string; room: string; seatNo: number }[],
): Promise<void> {
  const placeOf = new Map(sittings.map(({ id }, at) => [id, at]))
  const given = Map.groupBy(seats, ({ applicationId }) => applicationId)
  const messages = candidates.map(({ id: applicationId, accountId }) => {
    const own = given.get(applicationId)!
    const first = own.reduce((one, other) =>
      placeOf.get(other.sessionId)! < placeOf.get(one.sessionId)! ? other : one,
    )
    const { subject, subjectId, startsAt: at } = sittings[placeOf.get(first.sessionId)!]!
    const { room, seatNo: seat } = first
    const params = { applicationId, title, subject, at, room, seat, count: own.length }
    return { accountId, params, key: `${applicationId} ${subjectId}` }
  })
  await sendMessages(tx, seatsAssigned, messages)
}

/**
 * Assigns seats and ticket numbers to all confirmed applicants of an exam who have none yet, in one statement. Refuses 404,
 * and (409) a training, nobody to seat, somebody whom no seat can help, and fewer seats than are needed: then nobody has one.
 */
export async function assignAll(
  tx: Tx,
  session: ProjectSession,
  signUpId: string,
): Promise<OutputOf<typeof seatCalls.assign>> {
  const { projectId } = session
  // Before the sign-up, as whatever ends an application locks them.
  const confirmed = await lockConfirmed(tx, { projectId, signUpId })
  const [signUp] = await tx<{ kind: string; title: string }[]>`
    select kind, title from sign_ups where id = ${signUpId} and project_id = ${projectId}
      and status in ('open', 'closed') for no key update`
  const { kind, title: name } = signUp ?? refuse(commonRefusals.notFound)
  if (kind !== 'exam') refuse(seatRefusals.notExam)
  const candidates = await listCandidates(tx, confirmed)
  if (candidates.length === 0) refuse(seatRefusals.nobody, { name })
  const sittings = await listSittings(tx, signUpId)
  const { seats, missing, blocked } = assignSeats(
    candidates.map(({ id, subjectIds, busy }) => ({
      id,
      subjectIds,
      busy: busy.map(({ from, to }) => timeOf(from, to)),
    })),
    sittings.map(({ startsAt, endsAt, taken, ...sitting }) => ({
      ...sitting,
      ...timeOf(startsAt, endsAt),
      taken: new Set(taken),
    })),
  )
  if (blocked) await refuseBlocked(tx, blocked)
  if (missing > 0) refuse(seatRefusals.tooFew, { name, count: missing })
  await giveSeats(tx, seats)
  await numberTickets(
    tx,
    projectId,
    candidates.filter(({ ticketNo }) => ticketNo === null).map(({ id }) => id),
  )
  await tellSeats(tx, name, candidates, sittings, seats)
  const result = { people: candidates.length, seats: seats.length }
  await audit(tx, {
    by: session,
    action: 'signUp.seat',
    subjectKind: 'signUp',
    subjectId: signUpId,
    after: result,
  })
  return result
}
