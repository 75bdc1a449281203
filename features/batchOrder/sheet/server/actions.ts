import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { yuan } from '../../../../contract/money.ts'
import { type Bilingual, Refusal } from '../../../../contract/refusal.ts'
import { refusalStore } from '../../../../contract/storedRefusal.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { lockPerson } from '../../../approval/server/actions.ts'
import { classRefusals } from '../../../class/contract.ts'
import { type ImportKind, keepBasis, type OpenRow } from '../../../import/server/actions.ts'
import { PayMode, unitClassMenu } from '../../../unitClass/contract.ts'
import {
  checkOf,
  findFacts,
  getFacts,
  listRows,
  peopleKind,
  peopleParams,
  rowProblem,
  type UnitClassFacts,
} from '../../../unitClass/server/actions.ts'
import { peopleAtOnce, unitClassRefusals } from '../../../unitClass/rules.ts'
import { batchOrderRefusals } from '../../rules.ts'
import { assertMode, placeOrder } from '../../server/actions.ts'

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

const refusalsOfRows = refusalStore({
  approval: approvalRefusals,
  batchOrder: batchOrderRefusals,
  class: classRefusals,
  unitClass: unitClassRefusals,
})

/** Parts of a unit class that rows are checked for, the price a head in fen: they are ordered while all are the same. */
const checked = ['unitId', 'classId', 'price', 'studyTo', 'classStudyTo', 'validDays'] as const
type Basis = Pick<UnitClassFacts, (typeof checked)[number] | 'className'>

const sayBasis = ({ className, price }: Basis): Bilingual => ({
  zh: `“${className}”，每人 ¥${yuan(price)}`,
  en: `“${className}”, ¥${yuan(price)} a head`,
})

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
  problems: { ...peopleKind.problems, ...refusalsOfRows.sentences },
  batch: peopleAtOnce,

  async admit(db, session, { unitClassId, payMode }) {
    const facts = await getFacts(db, session.scope, unitClassId!)
    assertMode(facts, payMode as Static<typeof PayMode>)
    return { unitId: facts.unitId }
  },
  async check(tx, found, among) {
    await checkOf(false)(tx, found, among)
    const facts = await findFacts(tx, found.params.unitClassId!)
    if (!facts) return
    const { unitId, classId, className, price, studyTo, classStudyTo, validDays } = facts
    const basis: Basis = { unitId, classId, className, price, studyTo, classStudyTo, validDays }
    await keepBasis(
      tx,
      found.id,
      tx`select r.row_no, ${tx.json(basis as never)}::jsonb as basis from import_rows r
        where r.import_id = ${found.id} and r.state = 'good' and ${among}`,
    )
  },
  async effects(tx, found, among) {
    const rows = await tx<{ rowNo: number; basis: Basis }[]>`
      select r.row_no, r.basis from import_rows r
      where r.import_id = ${found.id} and r.basis is not null and ${among}`
    return new Map(rows.map(({ rowNo, basis }) => [rowNo, sayBasis(basis)]))
  },

  async apply(tx, { secrets }, found, given) {
    const rows = given as readonly (OpenRow & { basis: Basis })[]
    // Before what is ordered, as who waives an order.
    await lockPerson(tx, found.operatorId)
    const unitClassId = found.params.unitClassId!
    await tx`select from unit_classes where id = ${unitClassId} for no key update`
    const now = await findFacts(tx, unitClassId)
    if (now && rows.some(({ basis }) => checked.some((key) => basis[key] !== now[key])))
      return rows.map(({ rowNo }) => ({ row: rowNo, problem: rowProblem(null, 'otherOffer') }))
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
    const problem =
      placed instanceof Refusal
        ? { column: null, ...refusalsOfRows.store(placed) }
        : rowProblem(null, 'noSeat')
    const included = new Set(placed instanceof Refusal ? [] : placed.included)
    return [
      ...refused,
      ...[...accountOf].map(([row, targetId]) =>
        included.has(targetId) ? { row, targetId } : { row, problem },
      ),
    ]
  },
}
