import { isInvoiceNumber } from '../../rules.ts'

/** Rows that one call takes. */
export const mostPasted = 5000

/** Fault of a pasted row. */
type PastedFault = 'columns' | 'scientific' | 'digits' | 'twiceApplyNo' | 'twiceNumber' | 'unknown'

/** A row of two columns as pasted from a sheet, with what is wrong with it. */
export interface PastedNumber {
  line: number
  applyNo: string
  number: string
  fault: PastedFault | null
}

const compact = (text: string) => text.normalize('NFKC').replace(/[\s\p{Cf}']/gu, '')

/** The first column that is no number is the heading of a sheet, not a row. */
const isHeading = ([applyNo = '', number = '']: readonly string[]) =>
  applyNo !== '' && number !== '' && !/\d/.test(applyNo) && !/\d/.test(number)

/**
 * The rows of a pasted text: request number and invoice number, divided by tab, comma or spaces. `known` are the request
 * numbers that may be there; null where they are not known here.
 */
export function pastedNumbers(text: string, known: ReadonlySet<string> | null): PastedNumber[] {
  const rows = text
    .split(/\r?\n/)
    .map((line, i) => ({ line: i + 1, cells: line.trim().split(/\t|,|，| +/) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .filter(({ cells }, i) => i > 0 || !isHeading(cells))
    .map(({ line, cells }) => ({ line, applyNo: compact(cells[0]!), number: compact(cells[1] ?? '') }))
  const timesOf = (texts: readonly string[]) => {
    const times = new Map<string, number>()
    for (const each of texts) times.set(each, (times.get(each) ?? 0) + 1)
    return times
  }
  const applyNos = timesOf(rows.map(({ applyNo }) => applyNo))
  const numbers = timesOf(rows.map(({ number }) => number))
  const faultOf = ({ applyNo, number }: { applyNo: string; number: string }): PastedFault | null => {
    if (applyNo === '' || number === '') return 'columns'
    if (/^[\d.]+e\+?\d+$/i.test(number)) return 'scientific'
    if (!isInvoiceNumber(number)) return 'digits'
    if (applyNos.get(applyNo)! > 1) return 'twiceApplyNo'
    if (numbers.get(number)! > 1) return 'twiceNumber'
    return known && !known.has(applyNo) ? 'unknown' : null
  }
  return rows.map((row) => ({ ...row, fault: faultOf(row) }))
}
