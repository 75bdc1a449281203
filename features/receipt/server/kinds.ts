import { Type } from 'typebox'
import { yuan } from '../../../contract/money.ts'
import {
  type Bilingual,
  commonRefusals,
  type Language,
  Refusal,
  refuse,
  sayFilled,
} from '../../../contract/refusal.ts'
import { refusalStore } from '../../../contract/storedRefusal.ts'
import type { Fragment, Tx } from '../../../server/db.ts'
import { type ProjectSession, wholeProjectOf } from '../../../server/session.ts'
import { problemsOf, type StoredProblem } from '../../import/rules.ts'
import {
  type Decision,
  type FoundImport,
  type ImportKind,
  judgeEach,
  labelRows,
  type OpenRow,
} from '../../import/server/actions.ts'
import { orderLifecycle } from '../../order/rules.ts'
import { receiptCalls, receiptRefusals } from '../contract.ts'
import { recordReceipt } from './actions.ts'
import { listNamed, listRows, type StatementRow } from './check.ts'
import { receiptDays } from './data.ts'
import { settledOrder, statementColumns, statementForms, statementProblems } from './fields.ts'
import type { StatementDraft, StatementSetup } from './reader.ts'

const problem = problemsOf(statementProblems)

const refusalsOfRows = refusalStore({ common: commonRefusals, receipt: receiptRefusals })

/** True if a row is the transfer that is entered with its serial number. */
const isEntered = ({ draft, receiptAmount, receiptDay }: StatementRow) =>
  receiptAmount === draft.amount && receiptDay === draft.day

/** The reason against a row; null for none. */
function against(row: StatementRow): StoredProblem | null {
  if (row.firstRow !== row.rowNo) return problem('serialNo', 'sameSerial', { row: row.firstRow })
  if (row.isOut) return problem('serialNo', 'wentOut')
  if (row.receiptId === null || isEntered(row)) return null
  return problem('serialNo', 'otherReceipt', { day: row.receiptDay!, amount: yuan(row.receiptAmount!) })
}

/** Judges staged transfers by each other and by those that are entered, and names the order that each is meant for. */
async function checkStatement(tx: Tx, found: FoundImport, among: Fragment): Promise<void> {
  const rows = await listRows(tx, found, among)
  await judgeEach(
    tx,
    found.id,
    rows.map((row) => ({
      rowNo: row.rowNo,
      problem: against(row),
      outcome: row.receiptId === null ? 'new' : 'same',
      targetId: row.receiptId,
    })),
  )
  const named = await listNamed(
    tx,
    found,
    rows.map(({ draft }) => draft.memo),
  )
  await labelRows(
    tx,
    found.id,
    rows.flatMap(({ rowNo, draft, receiptId }) => {
      const order = receiptId === null && named.get(draft.memo)
      return order && order.status === 'unpaid'
        ? [{ rowNo, meant: `${order.orderNo} ¥${yuan(order.amount)}` }]
        : []
    }),
  )
}

/** Names the orders that take no money any more of which rows have the reference: what comes stays a balance. */
async function saySettled(tx: Tx, found: FoundImport, among: Fragment): Promise<Map<number, Bilingual>> {
  const rows = (await listRows(tx, found, among)).filter(({ receiptId }) => receiptId === null)
  const named = await listNamed(
    tx,
    found,
    rows.map(({ draft }) => draft.memo),
  )
  return new Map(
    rows.flatMap(({ rowNo, draft }) => {
      const order = named.get(draft.memo)
      if (!order || order.status === 'unpaid') return []
      const values = { orderNo: order.orderNo, state: orderLifecycle.stateName(order.status) }
      const say = (language: Language) => sayFilled(settledOrder, values, language)
      return [[rowNo, { zh: say('zh'), en: say('en') }] as const]
    }),
  )
}

/** Enters the transfer of one row; a refusal is its problem, and leaves nothing behind. */
async function enterRow(
  tx: Tx,
  session: ProjectSession,
  rowNo: number,
  draft: StatementDraft,
): Promise<Decision> {
  try {
    const { receiptId } = await tx.savepoint((inner) => recordReceipt(inner, session, draft))
    return { row: rowNo, targetId: receiptId }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { row: rowNo, problem: { column: null, ...refusalsOfRows.store(error) } }
  }
}

/** Transfers from a bank's statement of the account. */
export const statementKind: ImportKind = {
  key: 'bankStatement',
  title: { zh: '银行流水', en: 'Bank statement' },
  menu: receiptCalls.record.allow,
  page: '/order-manage/receipts',
  params: Type.Object({}),
  forms: statementForms,
  // Who uploads it enters the transfers, and approves nothing of them.
  byUploader: true,
  // The locks of a row's order and its transfers are let go before the next one's are taken.
  batch: 1,
  problems: { ...statementProblems, ...refusalsOfRows.sentences },
  reader: new URL('./reader.ts', import.meta.url),

  async admit(_db, session) {
    wholeProjectOf(session)
    return { unitId: null }
  },
  columns: async () => statementColumns,
  setup: async (db, _found, columns): Promise<StatementSetup> => ({ ...(await receiptDays(db)), columns }),
  check: checkStatement,
  effects: saySettled,

  async apply(tx, _app, _found, rows, importer) {
    const session = wholeProjectOf(importer ?? refuse(commonRefusals.notAllowed))
    const decisions: Decision[] = []
    for (const { rowNo, draft } of rows as readonly (OpenRow & { draft: StatementDraft })[])
      decisions.push(await enterRow(tx, session, rowNo, draft))
    return decisions
  },
}
