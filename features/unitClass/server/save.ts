import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { peopleAtOnce, unitClassRefusals } from '../rules.ts'
import type { UnitClassFacts } from './data.ts'
import { judgePeople } from './person.ts'

/**
 * Puts accounts on the roster of a locked unit class; those on it already stay. Gives how many are new. Refuses (422) more
 * people than a roster has.
 */
export async function listPeople(
  tx: Tx,
  by: { accountId: string; projectId: string },
  unitClassId: string,
  accountIds: readonly string[],
): Promise<number> {
  const [count] = await tx<{ people: number }[]>`
    with listed as (
      insert into unit_class_people (unit_class_id, account_id, operator_id)
      select ${unitClassId}, id, ${by.accountId} from unnest(${accountIds as string[]}::uuid[]) as p (id)
      on conflict do nothing returning account_id)
    select count(*)::int as people from listed`
  const { people } = count!
  if (people === 0) return 0
  const [all] = await tx<{ people: number }[]>`
    select count(*)::int as people from unit_class_people where unit_class_id = ${unitClassId}`
  if (all!.people > peopleAtOnce) refuse(unitClassRefusals.tooMany, { limit: peopleAtOnce })
  await audit(tx, {
    by,
    action: 'unitClass.addPeople',
    subjectKind: 'unitClass',
    subjectId: unitClassId,
    after: { count: people },
  })
  return people
}

/** Gives those of some people whom a unit class can take, by themselves. */
export async function freeOf(
  tx: Tx,
  facts: UnitClassFacts,
  accountIds: readonly string[],
): Promise<{ free: string[]; verdicts: Awaited<ReturnType<typeof judgePeople>> }> {
  const verdicts = await judgePeople(tx, facts.projectId, facts, accountIds)
  return { free: accountIds.filter((id) => verdicts.get(id) === null), verdicts }
}
