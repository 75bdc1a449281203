import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { type Db, type Fragment, rowsOf } from '../../../server/db.ts'
import type { Scope } from '../../../server/session.ts'
import type { PersonProblem } from '../contract.ts'
import { type PersonProblemCode, personProblems, personProblemWords } from '../rules.ts'

/** Facts that decide whether a person can have a place of a unit class. */
export interface Judged {
  classId: string
  rootId: string
  unitPath: string
}

/** The code of the reason for which an account `a` cannot have a place of a unit class, or null. */
export const problemOf = (db: Db, { classId, rootId, unitPath }: Judged): Fragment => db`(
  select case
    when a.status <> 'active' or not exists (select from roles r where r.id = a.role_id and r.role_system = 3)
      then 'notActive'
    when not exists (select from units own where own.id = a.unit_id and own.path ^@ ${unitPath}) then 'otherUnit'
    when is_unconfirmed(a) then 'unconfirmed'
    when there.status = 'passed'
      and date_trunc('year', there.passed_at at time zone 'Asia/Shanghai')
        = date_trunc('year', moment() at time zone 'Asia/Shanghai') then 'passedThisYear'
    when there.status = 'failed' then 'failedThere'
    when there.status = 'expired' then 'expiredThere'
    when there.class_id <> ${classId} and there.status in ('applied', 'approved') then 'otherApplied'
    when there.class_id <> ${classId} then 'otherVersion'
    when there.status = 'applied' then 'applied'
    when there.status <> 'approved' then 'joined'
    when exists (select from order_items i join train_classes v on v.id = i.class_id and v.root_id = ${rootId}
      where i.account_id = a.id and i.waiting) then 'ordered'
  end
  from (select) one left join lateral (
    select e.status, e.class_id, e.passed_at from enrolments e join train_classes v on v.id = e.class_id
    where e.account_id = a.id and v.root_id = ${rootId} and is_live(e.status) limit 1) there on true)`

/** Returns the sentences of a problem. */
export const sayPerson = (code: PersonProblemCode | null): PersonProblem | null =>
  code && { code, ...personProblemWords[code] }

/** Columns that show an account `a` with its profile `s` and unit `au`. */
export const personColumns = (db: Db): Fragment => db`
  a.id as account_id, coalesce(s.real_name, a.user_name) as real_name, s.card_mask, a.mobile_mask, au.name as unit_name`

export const personJoins = (db: Db): Fragment => db`
  left join students s on s.account_id = a.id left join units au on au.id = a.unit_id`

const Verdict = Type.Object({ accountId: Type.String(), problem: Nullable(OneOf(personProblems)) })

/** Names of accounts, as they are shown. */
export async function namePeople(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ accountId: string; realName: string }[]>`
    select ${personColumns(db)} from accounts a ${personJoins(db)}
    where a.id = any(${accountIds as string[]}::uuid[])`
  return new Map(rows.map(({ accountId, realName }) => [accountId, realName]))
}

/** Judges accounts, in no order; those that a project does not have, or that are out of a scope, are left out. */
export async function judgePeople(
  db: Db,
  within: Pick<Scope, 'projectId' | 'unitPath'>,
  judged: Judged,
  accountIds: readonly string[],
): Promise<Map<string, Static<typeof Verdict>['problem']>> {
  const rows = await db`
    select a.id as account_id, ${problemOf(db, judged)} as problem from accounts a
    where a.id = any(${accountIds as string[]}::uuid[]) and a.project_id = ${within.projectId}
      ${within.unitPath === null ? db`` : db`and exists (select from units w where w.id = a.unit_id and w.path ^@ ${within.unitPath})`}`
  return new Map(rowsOf(Verdict, rows).map(({ accountId, problem }) => [accountId, problem]))
}
