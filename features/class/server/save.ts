import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { assertCurrent } from '../../../server/revision.ts'
import type { ProjectSession } from '../../../server/session.ts'
import type { ManagedClass } from '../contract.ts'
import { priceProblem } from '../rules.ts'
import { endProposals, type Prices, proposePrices, takesTwo } from './approvals.ts'
import { lockClass } from './data.ts'
import { classEdits } from './edits.ts'

/*
 * Columns of a class that nothing else of it depends on: for thousands of classes, none of them is read and checked as a
 * whole.
 */

type Row = Pick<ManagedClass, 'id' | 'name' | 'status' | 'revision' | 'price' | 'originalPrice' | 'sort'>

/** Locks a class as it was read at a revision, or without one as it is now. Refuses 404, and (409) an older revision. */
async function lockRow(
  tx: Tx,
  session: ProjectSession,
  { id, revision }: { id: string; revision?: number | undefined },
): Promise<Row> {
  await lockClass(tx, session.scope, id)
  const [row] = await tx<Row[]>`
    select id, name, status, revision, price, original_price, sort from train_classes where id = ${id}`
  await assertCurrent(tx, classEdits, row!, revision ?? row!.revision)
  return row!
}

async function writeColumns(
  tx: Tx,
  session: ProjectSession,
  before: Row,
  columns: Partial<Prices & { sort: number }>,
): Promise<void> {
  const { id, revision } = before
  const pricedBy =
    columns.price === undefined || columns.price === before.price ? {} : { pricedBy: session.accountId }
  await tx`update train_classes set ${tx({ ...columns, ...pricedBy })}, revision = revision + 1 where id = ${id}`
  const names = Object.keys(columns) as (keyof typeof columns)[]
  await audit(tx, {
    by: session,
    action: 'class.change',
    subjectKind: 'class',
    subjectId: id,
    before: { ...Object.fromEntries(names.map((name) => [name, before[name]])), revision },
    after: { ...columns, revision: revision + 1 },
  })
}

/**
 * Sets the prices of a class, or proposes them where that takes two people. Refuses (422) an original price below the price,
 * and (409) what would be proposed while another proposal waits.
 */
export async function setPrices(
  tx: Tx,
  session: ProjectSession,
  row: { id: string; revision?: number | undefined },
  prices: Prices,
): Promise<'set' | 'proposed'> {
  const problem = priceProblem(prices)
  if (problem) throw badInput(problem.field, problem)
  const before = await lockRow(tx, session, row)
  if (await takesTwo(tx, before, prices.price)) {
    await proposePrices(tx, session, before, prices)
    return 'proposed'
  }
  if (prices.price !== before.price || prices.originalPrice !== before.originalPrice)
    await endProposals(tx, session, { id: before.id, projectId: session.projectId })
  await writeColumns(tx, session, before, prices)
  return 'set'
}

/**
 * Sets the places of classes in the catalogue, each as it was read at a revision. Refuses as a whole: 404 when one is
 * not the caller's to change, 409 when one was edited meanwhile.
 */
export async function sortClasses(
  tx: Tx,
  session: ProjectSession,
  items: readonly { id: string; revision: number; sort: number }[],
): Promise<void> {
  for (const { sort, ...row } of [...items].sort((a, b) => (a.id < b.id ? -1 : 1)))
    await writeColumns(tx, session, await lockRow(tx, session, row), { sort })
}
