import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { inScope, type Session } from '../../../../server/session.ts'
import { assertNotOwn, lockPerson } from '../../../approval/server/actions.ts'
import { countGiven, getOffer, openEnrolment } from '../../../enrolment/server/actions.ts'
import { joinRefusals } from '../contract.ts'

/** Refuses (404) a class of another project. */
export async function assertClass(db: Db, { projectId }: Session, classId: string): Promise<void> {
  const [found] = await db`
    select from train_classes where id = ${classId} and project_id = ${projectId} and status <> 'deleted'`
  if (!found) refuse(commonRefusals.notFound)
}

/**
 * Puts a learner of the caller's scope into a class, with the import that brought the learner. Refuses (409) who is in
 * it, who must pay for it, whom it is not offered to, oneself, who joins as a learner, and more than one person may take
 * off a day where the caller made the class cost nothing.
 */
export async function joinOne(
  tx: Tx,
  session: Session,
  { accountId, classId, importId }: { accountId: string; classId: string; importId: string | null },
): Promise<void> {
  const { projectId, scope } = session
  await lockPerson(tx, session.accountId)
  const [learner] = await tx<{ unitId: string | null }[]>`
    select a.unit_id from accounts a join roles r on r.id = a.role_id left join units u on u.id = a.unit_id
    where a.id = ${accountId} and a.status <> 'deleted' and r.role_system = 3
      and ${inScope(tx, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })}
    for no key update of a`
  if (!learner) refuse(commonRefusals.notFound)
  await assertNotOwn(tx, session, accountId)
  const [live] = await tx`
    select c.name from train_classes c join train_classes v on v.root_id = c.root_id
    join enrolments e on e.class_id = v.id and e.account_id = ${accountId} and is_live(e.status)
      and (e.status <> 'approved' or v.id <> c.id)
    where c.id = ${classId}`
  if (live) refuse(joinRefusals.already, { name: live.name as string })
  const { unitId } = learner
  const { name, payable, isFree } = await getOffer(tx, {
    projectId,
    accountId,
    unitId,
    classId,
    acceptMismatch: true,
  })
  if (payable > 0) refuse(joinRefusals.mustPay, { name })
  const enrolmentId = await openEnrolment(tx, {
    projectId,
    accountId,
    classId,
    source: 'import',
    sourceId: importId,
    by: session,
  })
  await countGiven(tx, session, { enrolmentId, classId, isFree })
}

/** Returns the names of learners in the caller's scope, by the ids of their accounts. */
export async function nameLearners(
  db: Db,
  { scope }: Session,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db`
    select a.id, coalesce(s.real_name, a.user_name) as name
    from accounts a left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = any(${ids as string[]}::uuid[])
      and ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })}`
  return new Map(rows.map(({ id, name }) => [id as string, name as string]))
}
