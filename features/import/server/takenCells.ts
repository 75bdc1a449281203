import type { SheetNumber, SheetRow } from '../../../server/sheet/rows.ts'
import { type ImportColumn, problemsOf, type ProblemTable, sayProblem, type StoredProblem } from '../rules.ts'

/** Words on a cell that is imported: which was taken where it shows something else than it holds, or what cannot be printed. */
const cellRemarks = {
  tookShown: {
    zh: '按显示的“{shown}”导入，存储的数是 {stored}',
    en: 'imported as shown, “{shown}”; the stored number is {stored}',
  },
  tookStored: {
    zh: '按存储的“{stored}”导入，显示为“{shown}”',
    en: 'imported as stored, “{stored}”; the cell shows “{shown}”',
  },
  unprintable: {
    zh: '“{letters}”暂时无法排印：可以导入，但写有这个姓名的证书和支付凭证还不能打印，请核对',
    en: '“{letters}” cannot be printed yet: the name is imported, but certificates and payment confirmations with it cannot be printed; please check it',
  },
} satisfies ProblemTable

/** A note on a cell. */
export const cellRemark = problemsOf(cellRemarks)

/** Says the words on a row's cells in both languages. */
export const sayRemarks = (remarks: readonly StoredProblem[]) =>
  remarks.map((stored) => sayProblem(cellRemarks, undefined, stored))

/** Text that a column takes of a number, with a remark where another could be meant; `null` where it takes none. */
interface Taken {
  text: string | null
  fault?: 'format' | 'numberDate'
  remark?: 'tookShown' | 'tookStored'
}

const digits = (text: string) => text.replace(/\D/g, '')

/** The day of a number: of one that is shown as a day, or is written as eight digits. */
function takeDay({ stored, kind }: SheetNumber, shown: string | null): Taken {
  if (kind === 'date') {
    const [day = '', time] = stored.split(' ')
    return { text: day, ...(time && shown !== stored && { remark: 'tookStored' as const }) }
  }
  // Of 2012.10 typed as a number Excel keeps 2012.1: neither October nor January.
  return kind === null && /^\d{8}$/.test(stored) ? { text: stored } : { text: shown, fault: 'numberDate' }
}

function take(kind: ImportColumn['kind'] | undefined, number: SheetNumber, shown: string | null): Taken {
  if (kind === 'date') return takeDay(number, shown)
  const { stored, formatted, unknown } = number
  if (kind === 'card' || kind === 'mobile' || kind === 'number') {
    const isSame =
      kind === 'number' ? Number(shown) === Number(stored) : digits(shown ?? '') === digits(stored)
    return { text: stored, ...(formatted && !unknown && !isSame && { remark: 'tookStored' as const }) }
  }
  if (unknown && kind !== undefined) return { text: null, fault: 'format' }
  const isOther = formatted && number.kind === null && shown !== null && shown !== stored
  return { text: shown, ...(isOther && { remark: 'tookShown' as const }) }
}

/**
 * Makes of the cells of a row what each column takes: texts what a cell shows, numbers what it holds, days a day. Returns
 * words on those that could be meant otherwise.
 */
export function cellTaker(
  columns: readonly Pick<ImportColumn, 'key' | 'kind'>[],
  places: ReadonlyMap<string, number>,
): (row: SheetRow) => StoredProblem[] {
  const at = new Map(columns.map((column) => [places.get(column.key), column]))
  return (row) => {
    const remarks: StoredProblem[] = []
    for (const number of row.numbers ?? []) {
      const column = at.get(number.column)
      const shown = row.cells[number.column] ?? null
      const taken = take(column?.kind, number, shown)
      row.cells[number.column] = taken.fault ? null : taken.text
      if (taken.fault) {
        row.faults.push({
          column: number.column,
          fault: taken.fault,
          ...(taken.text !== null && { text: taken.text }),
        })
      }
      if (taken.remark && column) {
        remarks.push(
          cellRemark(column.key, taken.remark, {
            shown: shown ?? '',
            stored: taken.remark === 'tookShown' ? number.stored : (taken.text ?? ''),
          }),
        )
      }
    }
    return remarks
  }
}
