import { Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { isIdCard, isMobile, longIdCard } from '../../../contract/identity.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { page } from '../../../server/page.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { isShownAs } from '../../account/server/actions.ts'
import {
  approvalColumns,
  isDecidable,
  isLatest,
  isOwn,
  isUndoable,
  type LockedApproval,
  lockedColumns,
} from '../../approval/server/actions.ts'
import { newsDays } from '../../approval/rules.ts'
import { personalPicturePath } from '../../file/server/actions.ts'
import { Correction, type correctionCalls } from '../contract.ts'
import { type CorrectionKind, correctionKinds, needsSecond } from '../rules.ts'

const visible = (db: Db, scope: Scope) =>
  inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })

/** Refuses (404) anyone who is no learner in the caller's scope; locks the account until the transaction ends. */
export async function assertLearner(tx: Tx, scope: Scope, accountId: string): Promise<void> {
  const [row] = await tx`
    select 1 from accounts a join roles r on r.id = a.role_id and r.role_system = 3 left join units u on u.id = a.unit_id
    where a.id = ${accountId} and a.status <> 'deleted' and ${visible(tx, scope)} for no key update of a`
  if (!row) refuse(commonRefusals.notFound)
}

/** True if a learner was ever certified: what was revoked can be reissued, in the name the learner has by then. */
export const isCertified = (db: Db, accountId: Fragment): Fragment =>
  db`exists (select from certificates x where x.account_id = ${accountId})`

/** Kinds of corrections that take a second person once the learner has a certificate. */
const ofCertified = correctionKinds.filter((kind) => needsSecond(kind, true))

/** True if a correction `p` takes a second person to apply or to undo: since it was proposed, or was certified since. */
const takesSecond = (db: Db): Fragment => db`
  (p.second or (p.status in ('proposed', 'approved') or ${isUndoable(db)})
    and p.kind = any(${ofCertified}) and ${isCertified(db, db`p.subject_id`)})`

/** Old or new values, by kind; numbers masked. */
export type Side = Record<string, string | number | boolean | null>

/** A correction that is locked, its cards opened. */
export interface LockedCorrection extends LockedApproval<Side> {
  kind: CorrectionKind
  accountId: string
  beforeCard: string | null
  afterCard: string | null
  entryId: string | null
}

/**
 * Locks a correction of a learner in scope, its cards opened; null when there is none. The learner is locked before it,
 * as by everyone who proposes one.
 */
export async function lockCorrection(
  tx: Tx,
  secrets: Secrets,
  { scope, accountId }: Session,
  id: string,
): Promise<LockedCorrection | null> {
  const [learner] = await tx`
    select from corrections c join accounts a on a.id = c.account_id left join units u on u.id = a.unit_id
    where c.id = ${id} and ${visible(tx, scope)} for no key update of a`
  if (!learner) return null
  const [row] = await tx<
    (LockedCorrection & Record<'beforeCardSealed' | 'afterCardSealed', Buffer | null>)[]
  >`
    select ${lockedColumns(tx, accountId, takesSecond(tx))}, c.account_id, c.entry_id, c.before_card_sealed, c.after_card_sealed
    from corrections c join approvals p on p.id = c.id where c.id = ${id} for update of p, c`
  const { beforeCardSealed, afterCardSealed, ...rest } = row!
  const open = (place: 'before_card' | 'after_card', sealed: Buffer | null) =>
    sealed && secrets.open(`corrections.${place}`, id, sealed)
  return {
    ...rest,
    beforeCard: open('before_card', beforeCardSealed),
    afterCard: open('after_card', afterCardSealed),
  }
}

const Row = Type.Interface([Type.Omit(Correction, ['proofPath'])], {
  proofKey: Type.Union([Type.String(), Type.Null()]),
})

type Query = InputOf<(typeof correctionCalls)['findPageList']>

/** The learners `s` with accounts `a` that a keyword matches: a complete number, or a name or part of one. */
export function learnerOf(db: Db, secrets: Secrets, keyword: string): Fragment {
  if (isMobile(keyword)) return db`a.mobile_index = ${secrets.blindIndex('mobile', keyword)}`
  if (isIdCard(keyword)) return db`s.card_index = ${secrets.blindIndex('card', longIdCard(keyword))}`
  return isShownAs(db, keyword)
}

const tables = (db: Db) => db`
  corrections c join approvals p on p.id = c.id join accounts a on a.id = c.account_id
  left join students s on s.account_id = c.account_id left join units u on u.id = a.unit_id`

const listed = (db: Db, { scope, projectId }: Session) =>
  db`${visible(db, scope)} and p.project_id = ${projectId}`

/** The corrections in scope that the caller can settle, as work that waits. */
export const waitingCorrections = (
  db: Db,
  session: Session,
  may: { propose: boolean; approve: boolean },
) => db`
  select c.id, p.created_at, null from ${tables(db)}
  where ${listed(db, session)} and ${isDecidable(db, session.accountId, may, takesSecond(db))}`

/** One's own corrections in scope of the last days that were rejected, until the same is proposed again. */
export const rejectedCorrections = (db: Db, session: Session): Fragment => db`
  select c.id, p.decided_at, null from ${tables(db)}
  where ${listed(db, session)} and p.status = 'rejected' and ${isOwn(db, session.accountId)}
    and p.created_at > moment() - make_interval(days => ${newsDays}) and ${isLatest(db)}`

/** A page of corrections in scope, the newest first. */
export async function pageCorrections(
  db: Db,
  secrets: Secrets,
  session: Session,
  may: { propose: boolean; approve: boolean },
  input: Query,
): Promise<{ total: number; list: Correction[] }> {
  const { status, kind, keyword, accountId, id, waiting, own, after } = input
  const { total, list } = await page(db, Row, input, {
    columns: db`
      c.account_id, coalesce(s.real_name, a.user_name) as real_name, u.name as unit_name, p.proof_key, c.effects,
      ${approvalColumns(db, session.accountId, takesSecond(db))}`,
    key: db`c.id`,
    from: tables(db),
    where: [
      listed(db, session),
      status && db`p.status = ${status}`,
      kind && db`p.kind = ${kind}`,
      accountId && db`c.account_id = ${accountId}`,
      id && db`c.id = ${id}`,
      keyword && learnerOf(db, secrets, keyword),
      waiting && isDecidable(db, session.accountId, may, takesSecond(db)),
      own !== undefined && db`${isOwn(db, session.accountId)} = ${own}`,
    ],
    after: after !== undefined && db`c.id < ${after}`,
    sorts: { status: db`p.status` },
    orderBy: db`c.id desc`,
    capped: true,
  })
  return {
    total,
    list: list.map(({ proofKey, ...row }) => ({
      ...row,
      proofPath: personalPicturePath(secrets, session, proofKey),
    })),
  }
}
