import { Type } from 'typebox'
import type { InputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowOf } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import { inScope, type ProjectScope, type Scope } from '../../../../server/session.ts'
import { Bank, type bankCalls } from '../contract.ts'

const LockedBank = Type.Object({
  id: Type.String(),
  name: Type.String(),
  remark: Type.String(),
  practice: Type.Boolean(),
})

/** One page of banks, by name. */
export async function pageBanks(db: Db, scope: Scope, input: InputOf<typeof bankCalls.query>) {
  return page(db, Bank, input, {
    columns: db`
      b.id as bank_id, b.name, b.remark, b.practice,
      (select count(*) from questions q where q.bank_id = b.id and q.status <> 'deleted') as questions,
      array(select distinct q.category from questions q
        where q.bank_id = b.id and q.status <> 'deleted' and q.category <> '' order by 1) as categories`,
    from: db`question_banks b`,
    where: [
      inScope(db, scope, { project: 'b.project_id' }),
      db`b.status = 'active'`,
      input.bankId && db`b.id = ${input.bankId}`,
      input.keyword && nameContains(db, db`b.name`, input.keyword),
    ],
    orderBy: db`b.name, b.id`,
  })
}

/** An active bank of the caller's scope, locked, or a refusal 404. */
export async function lockBank(db: Db, scope: ProjectScope, bankId: string) {
  const rows = await db`
    select b.id, b.name, b.remark, b.practice from question_banks b
    where b.id = ${bankId} and b.status = 'active' and ${inScope(db, scope, { project: 'b.project_id' })}
    for update`
  return rowOf(LockedBank, rows) ?? refuse(commonRefusals.notFound)
}

/** The paper that draws from a bank or names one of its questions, or null. */
export async function findPaperOf(db: Db, bankId: string): Promise<string | null> {
  const [row] = await db`
    select p.name from papers p where p.status = 'active' and (
      p.sections @> ${db.json([{ bankId }])}
      or exists (select from questions q where q.bank_id = ${bankId} and q.status <> 'deleted'
        and q.id = any(p.question_ids)))
    limit 1`
  return (row?.name as string | undefined) ?? null
}
