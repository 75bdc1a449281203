import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { Refusal } from '../../../../contract/refusal.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { lockPerson } from '../../../approval/server/actions.ts'
import { classRefusals } from '../../../class/contract.ts'
import type { ImportKind } from '../../../import/server/actions.ts'
import { PayMode, unitClassMenu } from '../../../unitClass/contract.ts'
import { checkOf, listRows, peopleKind, peopleParams, rowProblem } from '../../../unitClass/server/actions.ts'
import { peopleAtOnce } from '../../../unitClass/rules.ts'
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
const problemOf = ({ words }: Refusal) => (words === classRefusals.ownPrice ? 'ownPrice' : 'ended')

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
  check: checkOf(false),

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
    const placed = await tx
      .savepoint((inner) => placeOrder(inner as Tx, { accountId, projectId }, order))
      .catch((error: unknown) => {
        if (error instanceof Refusal) return error
        throw error
      })
    const problem = placed instanceof Refusal ? problemOf(placed) : 'noSeat'
    const included = new Set(placed instanceof Refusal ? [] : placed.included)
    return [
      ...refused,
      ...[...accountOf].map(([row, targetId]) =>
        included.has(targetId) ? { row, targetId } : { row, problem: rowProblem(null, problem) },
      ),
    ]
  },
}
