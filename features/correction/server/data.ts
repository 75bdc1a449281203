import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { isIdCard, isMobile, longIdCard } from '../../../contract/identity.ts'
import { windowOf } from '../../../contract/paging.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { type Db, rowOf, rowsOf, type Tx, where } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { personalPicturePath } from '../../file/server/actions.ts'
import { Correction, type correctionCalls } from '../contract.ts'
import { type CorrectionKind, type CorrectionStatus, undoHours } from '../rules.ts'
import type { Carried } from './perform.ts'

/** Rows that the list counts. */
const countedRows = 10_000

const visible = (db: Db, scope: Scope) =>
  inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })

/** Whether a learner is in the caller's scope; locks the account against a deletion meanwhile. */
export async function seesLearner(tx: Tx, scope: Scope, accountId: string): Promise<boolean> {
  const [row] = await tx`
    select 1 from accounts a join roles r on r.id = a.role_id and r.role_system = 3 left join units u on u.id = a.unit_id
    where a.id = ${accountId} and a.status <> 'deleted' and ${visible(tx, scope)} for no key update of a`
  return row !== undefined
}

export interface LockedCorrection extends Carried {
  kind: CorrectionKind
  status: CorrectionStatus
  proposerId: string
  undoable: boolean
}

const undoable = (db: Db) =>
  db`coalesce(c.status = 'applied' and c.applied_at > moment() - make_interval(hours => ${undoHours}), false)`

/** Locks a correction of a learner in scope, its cards opened; null when there is none. */
export async function lockCorrection(
  tx: Tx,
  secrets: Secrets,
  scope: Scope,
  id: string,
): Promise<LockedCorrection | null> {
  const [row] = await tx<
    (LockedCorrection & Record<'beforeCardSealed' | 'afterCardSealed', Buffer | null>)[]
  >`
    select c.id, c.project_id, c.account_id, c.kind, c.subject, c.title, c.before, c.after, c.reason, c.applied_at,
      c.entry_id, c.status, c.proposer_id, c.before_card_sealed, c.after_card_sealed, ${undoable(tx)} as undoable
    from corrections c join accounts a on a.id = c.account_id left join units u on u.id = a.unit_id
    where c.id = ${id} and ${visible(tx, scope)} for update of c`
  if (!row) return null
  const { beforeCardSealed, afterCardSealed, ...rest } = row
  const open = (sealed: Buffer | null) => sealed && secrets.open('corrections.card', sealed)
  return { ...rest, beforeCard: open(beforeCardSealed), afterCard: open(afterCardSealed) }
}

const Row = Type.Interface([Type.Omit(Correction, ['proofPath'])], {
  proofKey: Type.Union([Type.String(), Type.Null()]),
})

type Asked = InputOf<(typeof correctionCalls)['findPageList']>

/** Whom a keyword means: a whole number, or a name or part of one. */
function learnerOf(db: Db, secrets: Secrets, keyword: string) {
  if (isMobile(keyword)) return db`a.mobile_index = ${secrets.blindIndex('mobile', keyword)}`
  if (isIdCard(keyword)) return db`s.card_index = ${secrets.blindIndex('card', longIdCard(keyword))}`
  return [...keyword].length === 1
    ? db`left(s.real_name, 1) = ${keyword}`
    : db`s.name_bigrams @> ${bigramsOf(keyword)}`
}

/** What a caller can settle at this moment, as a condition. */
function settles(db: Db, session: Session, may: { propose: boolean; approve: boolean }) {
  const { accountId } = session
  return db`(
    (c.status = 'proposed' and (
      (${may.approve} and (c.kind not in ('hours', 'score', 'pass') or c.proposer_id <> ${accountId}))
      or (${may.propose} and c.kind in ('identity', 'unit') and c.proposer_id = ${accountId})))
    or (c.status = 'approved' and (${may.approve} or c.proposer_id = ${accountId})))`
}

/** A page of corrections in scope, the newest first. */
export async function pageCorrections(
  db: Db,
  secrets: Secrets,
  session: Session,
  may: { propose: boolean; approve: boolean },
  input: Asked,
): Promise<{ total: number; list: Correction[] }> {
  const { limit, offset } = windowOf(input)
  if (offset >= countedRows) throw badInput('page', { zh: '请缩小查询范围', en: 'narrow the search' })
  const { status, kind, keyword, accountId, waiting, after } = input
  const only = [
    visible(db, session.scope),
    db`c.project_id = ${session.projectId}`,
    status && db`c.status = ${status}`,
    kind && db`c.kind = ${kind}`,
    accountId && db`c.account_id = ${accountId}`,
    keyword && learnerOf(db, secrets, keyword),
    waiting && settles(db, session, may),
  ].filter((part) => typeof part === 'object')
  const from = db`
    corrections c join accounts a on a.id = c.account_id left join students s on s.account_id = c.account_id
    left join units u on u.id = a.unit_id`
  const someone = (role: string, at: string) => db`
    (select json_build_object('name', x.user_name, 'at', ${db(`c.${at}`)}) from accounts x
      where x.id = ${db(`c.${role}_id`)})`
  const [rows, [counted]] = await Promise.all([
    db`
      select c.id, c.account_id, coalesce(s.real_name, a.user_name) as real_name, u.name as unit_name, c.kind, c.title,
        c.before, c.after, c.reason, c.proof_key, c.status, ${someone('proposer', 'created_at')} as proposed,
        ${someone('decider', 'decided_at')} as decided, c.decision, ${someone('applier', 'applied_at')} as applied,
        ${someone('undoer', 'undone_at')} as undone, c.undo_reason,
        case when c.status = 'applied' then c.applied_at + make_interval(hours => ${undoHours}) end as undo_until,
        ${undoable(db)} as undoable, c.proposer_id = ${session.accountId} as own
      from ${from} ${where(db, [...only, after !== undefined && db`c.id < ${after}`])}
      order by c.id desc limit ${limit} offset ${offset}`,
    db`select count(*) as total from (select 1 from ${from} ${where(db, only)} limit ${countedRows}) counted`,
  ])
  const list = rowsOf(Row, rows).map(({ proofKey, ...row }) => ({
    ...row,
    proofPath: personalPicturePath(secrets, proofKey),
  }))
  return { total: counted!.total as number, list }
}

const Open = Type.Object({ id: Type.String() })

/** The correction of a learner by its id, or null: for whoever names one beside something else. */
export async function findOf(db: Db, accountId: string, id: string): Promise<Static<typeof Open> | null> {
  return rowOf(Open, await db`select id from corrections where id = ${id} and account_id = ${accountId}`)
}
