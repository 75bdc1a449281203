import type { Fragment, Tx } from '../../../server/db.ts'
import { unprintable } from '../../../server/pdf.ts'
import { everyday } from '../../print/rules.ts'
import type { ImportColumn } from '../rules.ts'
import { cellRemark } from './takenCells.ts'

const isPersonName = ({ check }: ImportColumn) =>
  (check as { normalized?: string }).normalized === 'personName'

/**
 * Notes, on rows `r` that were read, the letters of a person's name that no document can print: the row is imported all the
 * same. A row that has the note keeps it.
 */
export async function remarkNames(
  tx: Tx,
  importId: string,
  columns: readonly ImportColumn[],
  among: Fragment,
): Promise<void> {
  for (const { key } of columns.filter(isPersonName)) {
    const rows = await tx<{ rowNo: number; name: string }[]>`
      select r.row_no, r.draft->>${key}::text as name from import_rows r
      where r.import_id = ${importId} and ${among} and r.draft->>${key}::text !~ ${everyday}
        and not coalesce(r.remarks @> '[{"code": "unprintable"}]', false)`
    const noted = rows.flatMap(({ rowNo, name }) => {
      const letters = unprintable(name)
      return letters ? [{ rowNo, remark: cellRemark(key, 'unprintable', { letters }) }] : []
    })
    if (noted.length === 0) continue
    await tx`
      update import_rows r set remarks = coalesce(r.remarks, '[]') || t.remark
      from jsonb_to_recordset(${tx.json(noted as never)}) as t ("rowNo" int, remark jsonb)
      where r.import_id = ${importId} and r.row_no = t."rowNo"`
  }
}
