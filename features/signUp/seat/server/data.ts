import { type Static, Type } from 'typebox'
import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { longIdCard, maskName } from '../../../../contract/identity.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../../server/db.ts'
import { page } from '../../../../server/page.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import type { Session } from '../../../../server/session.ts'
import { inReach, seatsOf } from '../../application/server/actions.ts'
import { Seat } from '../../application/contract.ts'
import type { Reader } from '../../server/actions.ts'
import { type CheckedTicket, type seatCalls, seatRefusals, SeatRow } from '../contract.ts'

const people = (db: Db): Fragment => db`
  sign_up_applications p join sign_ups g on g.id = p.sign_up_id join accounts a on a.id = p.account_id
  left join students s on s.account_id = a.id left join units u on u.id = p.unit_id`

/** Seats of an exam in a reader's reach, in the order of sessions, rooms and numbers. */
export function pageSeats(
  db: Db,
  reader: Reader,
  input: InputOf<typeof seatCalls.findSeats>,
): Promise<OutputOf<typeof seatCalls.findSeats>> {
  return page(db, SeatRow, input, {
    columns: db`
      t.id, p.id as application_id, j.name as subject_name, x.starts_at, x.ends_at, t.room, t.seat_no,
      coalesce(s.real_name, a.user_name) as real_name, s.card_mask, u.name as unit_name, p.ticket_no`,
    from: db`
      ${people(db)} join sign_up_seats t on t.application_id = p.id join sign_up_subjects j on j.id = t.subject_id
      join sign_up_sessions x on x.id = t.session_id`,
    where: [
      inReach(db, reader),
      db`p.sign_up_id = ${input.signUpId}`,
      input.subjectId && db`t.subject_id = ${input.subjectId}`,
      input.room && db`t.room = ${input.room}`,
    ],
    sorts: {
      subjectName: db`j.name`,
      startsAt: db`x.starts_at`,
      room: db`t.room`,
      seatNo: db`t.seat_no`,
      realName: db`coalesce(s.real_name, a.user_name)`,
      unitName: db`u.name`,
      ticketNo: db`p.ticket_no`,
    },
    orderBy: db`x.starts_at, j.sort, x.id, t.room, t.seat_no`,
  })
}

const Ticket = Type.Object({
  code: Type.String(),
  ticketNo: Type.String(),
  signUpTitle: Type.String(),
  realName: Type.String(),
  cardMask: Type.Union([Type.String(), Type.Null()]),
  unitName: Type.Union([Type.String(), Type.Null()]),
  /** Name of the portal. */
  organiser: Type.String(),
  isValid: Type.Boolean(),
  seats: Type.Array(Seat),
})
export type Ticket = Static<typeof Ticket>

const ticketColumns = (db: Db): Fragment => db`
  p.ticket_code as code, p.ticket_no, g.title as sign_up_title, coalesce(s.real_name, a.user_name) as real_name,
  s.card_mask, u.name as unit_name, settings_of(p.project_id) ->> 'title' as organiser, ${seatsOf(db)} as seats,
  p.status = 'confirmed' and exists (select from sign_up_seats t where t.application_id = p.id) as is_valid`

/** The ticket of the caller's own application, or of one in their reach; refuses 404, and (409) where there is none yet. */
export async function getTicket(db: Db, session: Session, id: string): Promise<Ticket> {
  const { accountId, projectId } = session
  const [known] = await db`
    select from ${people(db)} where p.id = ${id} and p.project_id = ${projectId}
      and (p.account_id = ${accountId} or ${inReach(db, session)})`
  if (!known) refuse(commonRefusals.notFound)
  const ticket = rowOf(
    Ticket,
    await db`select ${ticketColumns(db)} from ${people(db)} where p.id = ${id} and p.ticket_no is not null`,
  )
  if (!ticket?.isValid) refuse(seatRefusals.noTicket)
  return ticket
}

/** A ticket by the code on it, as anybody may see it; null for no ticket. */
export async function checkTicket(db: Db, code: string): Promise<CheckedTicket | null> {
  const ticket = rowOf(
    Ticket,
    await db`select ${ticketColumns(db)} from ${people(db)} where p.ticket_code = ${code.toUpperCase()}`,
  )
  if (!ticket) return null
  const { ticketNo, signUpTitle, realName, isValid: valid, seats } = ticket
  return { valid, ticketNo, signUpTitle, holder: maskName(realName), seats: valid ? seats : [] }
}

/** Ticket as the look-up shows it. */
type FoundTicket = Pick<Ticket, 'code' | 'ticketNo' | 'signUpTitle' | 'seats'>

/** Valid tickets of a person of a project by name and ID number; none for a person unknown, by the same statement. */
export async function lookUpTickets(
  db: Db,
  secrets: Secrets,
  projectId: string,
  { realName, cardNumber }: { realName: string; cardNumber: string },
): Promise<FoundTicket[]> {
  const index = secrets.blindIndex('card', longIdCard(cardNumber.toUpperCase()))
  const rows = await db`
    select ${ticketColumns(db)} from ${people(db)}
    where s.project_id = ${projectId} and s.card_index = ${index} and name_key(s.real_name) = name_key(${realName})
      and p.ticket_no is not null
    order by p.id desc limit 20`
  const valid = rowsOf(Ticket, rows).filter(({ isValid }) => isValid)
  return valid.map(({ code, ticketNo, signUpTitle, seats }) => ({ code, ticketNo, signUpTitle, seats }))
}
