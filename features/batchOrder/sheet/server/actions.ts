import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { yuan } from '../../../../contract/money.ts'
import { type Bilingual, Refusal, refuse } from '../../../../contract/refusal.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { lockPerson } from '../../../approval/server/actions.ts'
import { classRefusals } from '../../../class/contract.ts'
import type { StoredProblem } from '../../../import/rules.ts'
import { type ImportKind, keepBasis, type OpenRow } from '../../../import/server/actions.ts'
import { PayMode, unitClassMenu } from '../../../unitClass/contract.ts'
import {
  checkOf,
  findFacts,
  listRows,
  peopleKind,
  peopleParams,
  rowProblem,
} from '../../../unitClass/server/actions.ts'
import { peopleAtOnce } from '../../../unitClass/rules.ts'
import { batchOrderRefusals } from '../../rules.ts'
import { placeOrder } from '../../server/actions.ts'

/** The order that an import placed, or null. */
export async function findPlaced(
  db: Db,
  importId: string,
): Promise<{ orderId: string; orderNo: string } | null> {
  const [row] = await db<{ orderId: string; orderNo: string }[]>`
    select o.id as order_id, o.order_no from batch_orders b join orders o on o.id = b.order_id
    where b.import_id = ${importId} order by o.id limit 1`
  return row ?? null
}

/** Problem of the rows of an order that was refused. */
function problemOf({ words, values }: Refusal): StoredProblem {
  if (words === batchOrderRefusals.changed) return rowProblem(null, 'repriced', values)
  return rowProblem(null, words === classRefusals.ownPrice ? 'ownPrice' : 'ended')
}

/** Price a head, in words. */
const sayPrice = (price: number): Bilingual => ({ zh: `每人 ¥${yuan(price)}`, en: `¥${yuan(price)} a head` })

/** Price a head, in fen, at which rows were checked. */
type PricedRow = OpenRow & { basis: { price: number } }

/** An order from a sheet: its people join the roster and are ordered, all in one transaction. */
export const unitClassOrderKind: ImportKind = {
  ...peopleKind,
  key: 'unitClassOrder',
  title: { zh: '单位班级订单', en: 'Order for a unit class' },
  menu: unitClassMenu,
  page: '/train-manage/unit-class',
  params: Type.Object({ ...peopleParams, payMode: PayMode }),
  // What is ordered counts for who uploads it.
  byUploader: true,
  batch: peopleAtOnce,
  async check(tx, found, among) {
    await checkOf(false)(tx, found, among)
    const facts = await findFacts(tx, found.params.unitClassId!)
    if (!facts) return
    const basis = tx`jsonb_build_object('price', ${facts.price}::bigint)`
    await keepBasis(
      tx,
      found.id,
      tx`select r.row_no, ${basis} as basis from import_rows r
        where r.import_id = ${found.id} and r.state = 'good' and ${among}`,
    )
  },
  async effects(tx, found, among) {
    const rows = await tx<{ rowNo: number; price: number }[]>`
      select r.row_no, (r.basis->>'price')::bigint as price from import_rows r
      where r.import_id = ${found.id} and r.basis is not null and ${among}`
    return new Map(rows.map(({ rowNo, price }) => [rowNo, sayPrice(price)]))
  },

  async apply(tx, { secrets }, found, rows) {
    // Before what is ordered, as who waives an order.
    await lockPerson(tx, found.operatorId)
    const { facts, accountOf, refused } = await listRows(tx, secrets, found, rows)
    if (!facts || accountOf.size === 0) return refused
    const { params, operatorId: accountId, projectId } = found
    const request = `import:${found.id}:${rows[0]!.rowNo}`
    // What refuses the order refuses its rows: the roster has them, and no order was placed.
    const order = {
      unitClassId: facts.id,
      accountIds: [...accountOf.values()],
      payMode: params.payMode as 'code',
      requestKey: request,
      requestHash: hash('sha256', request),
      importId: found.id,
    }
    const assertPrice = (heads: number, amount: number) => {
      if ((rows as readonly PricedRow[]).some(({ basis }) => heads * basis.price !== amount))
        refuse(batchOrderRefusals.changed, { count: heads, amount: yuan(amount) })
    }
    const placed = await tx
      .savepoint((inner) => placeOrder(inner as Tx, { accountId, projectId }, order, assertPrice))
      .catch((error: unknown) => {
        if (error instanceof Refusal) return error
        throw error
      })
    const problem = placed instanceof Refusal ? problemOf(placed) : rowProblem(null, 'noSeat')
    const included = new Set(placed instanceof Refusal ? [] : placed.included)
    return [
      ...refused,
      ...[...accountOf].map(([row, targetId]) =>
        included.has(targetId) ? { row, targetId } : { row, problem },
      ),
    ]
  },
}
