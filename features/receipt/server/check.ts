import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { type Fragment, rowsOf, type Tx } from '../../../server/db.ts'
import type { FoundImport } from '../../import/server/actions.ts'
import type { OrderStatus } from '../../order/contract.ts'
import { referencesIn } from '../rules.ts'
import type { StatementDraft } from './reader.ts'

const StatementRow = Type.Object({
  rowNo: Type.Integer(),
  draft: Type.Unsafe<StatementDraft>(Type.Any()),
  /** The transfer that is entered with its serial number already; null for none. */
  receiptId: Nullable(Type.String()),
  receiptAmount: Nullable(Type.Integer()),
  receiptDay: Nullable(Type.String()),
  /** Money of the project went out by a transfer of its serial number. */
  isOut: Type.Boolean(),
  /** The first row of the file with its serial number. */
  firstRow: Type.Integer(),
})
export type StatementRow = Static<typeof StatementRow>

/** Judged rows with what is entered of them already and where the file has them first. */
export async function listRows(
  tx: Tx,
  { id, projectId }: FoundImport,
  among: Fragment,
): Promise<StatementRow[]> {
  const rows = await tx`
    select r.row_no, r.draft, t.id as receipt_id, t.amount as receipt_amount, t.day as receipt_day,
      exists (select from refunds f where f.project_id = ${projectId} and f.offline is not null
        and f.offline ->> 'serialNo' = r.draft->>'serialNo')
      or exists (select from receipt_reversals v where v.project_id = ${projectId} and v.kind = 'return'
        and v.serial_no = r.draft->>'serialNo') as is_out,
      (select min(o.row_no) from import_rows o
        where o.import_id = r.import_id and o.key_hash = r.key_hash and o.state in ('good', 'bad') and o.draft is not null) as first_row
    from import_rows r
    left join receipts t on t.project_id = ${projectId} and t.serial_no = r.draft->>'serialNo' and not t.is_void
    where r.import_id = ${id} and r.state = 'good' and ${among} order by r.row_no`
  return rowsOf(StatementRow, rows)
}

/** An order that a memo names by reference, with what was due. */
interface NamedOrder {
  orderNo: string
  amount: number
  status: OrderStatus
}

/** Orders that memos name by reference, by the memo: of several one that is unpaid. */
export async function listNamed(
  tx: Tx,
  { projectId }: FoundImport,
  memos: readonly string[],
): Promise<ReadonlyMap<string, NamedOrder>> {
  const wanted = new Map(memos.map((memo) => [memo, referencesIn(memo)]))
  const rows = await tx<(NamedOrder & { reference: string })[]>`
    select pay_reference as reference, order_no, amount, status from orders
    where project_id = ${projectId} and pay_reference = any(${[...new Set([...wanted.values()].flat())]})
    order by status = 'unpaid' desc, id desc`
  return new Map(
    [...wanted].flatMap(([memo, references]) => {
      const found = rows.find(({ reference }) => references.includes(reference))
      return found ? [[memo, found] as const] : []
    }),
  )
}
