import { audit, type Action } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { withdrawWaiting } from '../../../approval/server/actions.ts'
import type { Terms, UnitTrainType } from '../contract.ts'
import { defaultTerms } from '../rules.ts'

/** Only the terms that apply to a unit. */
export const bare = (now: Terms): Terms =>
  Object.fromEntries(
    Object.keys(defaultTerms).map((key) => [key, now[key as keyof Terms]]),
  ) as unknown as Terms

export const isSame = (one: Terms, other: Terms): boolean =>
  JSON.stringify(bare(one)) === JSON.stringify(bare(other))

/**
 * Gives a locked unit terms of its own for a class type, or none, and ends what is proposed about those that are others
 * by it.
 */
export async function writeTerms(
  tx: Tx,
  session: ProjectSession,
  now: UnitTrainType,
  next: Terms | null,
): Promise<void> {
  const { unitId, classType } = now
  await (next
    ? tx`
      insert into unit_train_types ${tx({ unitId, classType, ...next } as never)}
      on conflict (unit_id, class_type) do update set open = excluded.open, price_mode = excluded.price_mode,
        rate = excluded.rate, hour_price = excluded.hour_price, payment_mode = excluded.payment_mode,
        valid_from = excluded.valid_from, valid_to = excluded.valid_to, category_ids = excluded.category_ids,
        updated_at = moment()`
    : tx`delete from unit_train_types where unit_id = ${unitId} and class_type = ${classType}`)
  await audit(tx, {
    by: session,
    action: next ? 'unit.terms' : 'unit.inheritTerms',
    subjectKind: 'unit',
    subjectId: unitId,
    before: { classType, ...bare(now) },
    after: { classType, ...next },
  })
  await endProposals(tx, session, session.projectId, now)
}

/**
 * Ends what is proposed about the terms of a unit for a class type, and about what units below inherit of it, with no terms
 * of another in between.
 */
export async function endProposals(
  tx: Tx,
  by: Action['by'],
  projectId: string,
  { unitId, classType }: Pick<UnitTrainType, 'unitId' | 'classType'>,
): Promise<void> {
  const which = tx`p.kind = 'unitTerms' and p.part = ${classType}`
  const rows = await tx<{ subjectId: string }[]>`
    select p.subject_id from approvals p join units u on u.id = p.subject_id join units a on a.id = ${unitId}
    where p.project_id = ${projectId} and p.status = 'proposed' and ${which} and u.path ^@ a.path
      and (u.id = a.id or (p.after->>'inherits')::boolean or not exists (
        select from unit_train_types t where t.unit_id = u.id and t.class_type = p.part))
      and not exists (
        select from unit_train_types t join units m on m.id = t.unit_id
        where t.class_type = p.part and m.id not in (a.id, u.id) and m.path ^@ a.path and u.path ^@ m.path)
    order by p.id`
  const subjects = rows.map(({ subjectId }) => ({ projectId, subjectKind: 'unit', subjectId }))
  if (subjects.length > 0) await withdrawWaiting(tx, by, subjects, 'unit.termsChanged', { which })
}

/** Takes the terms of its own from a unit that is there no more. */
export async function dropTerms(tx: Tx, unitId: string): Promise<void> {
  await tx`delete from unit_train_types where unit_id = ${unitId}`
}
