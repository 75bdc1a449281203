import { createHash } from 'node:crypto'
import { bankSerialOf } from '../../../contract/bankSerial.ts'
import { yuan } from '../../../contract/money.ts'
import { maskFreeText } from '../../../contract/personalNumber.ts'
import { cellReader } from '../../import/cell/rules.ts'
import { type ImportColumn, problemsOf, type StoredProblem } from '../../import/rules.ts'
import type { ReaderOf, ReadRow } from '../../import/server/actions.ts'
import { mostFen, oldestDays } from '../rules.ts'
import { memoColumns, memoLetters, statementProblems } from './fields.ts'

export interface StatementSetup {
  /** Today and the oldest day of a transfer, by the database's clock, in China. */
  today: string
  oldest: string
  columns: readonly ImportColumn[]
}

/** A transfer as its row has it. */
export interface StatementDraft {
  serialNo: string
  payerName: string
  day: string
  amount: number
  memo: string
}

const problem = problemsOf(statementProblems)

/** Fen of a sum as banks write it; 0 where nothing or a dash is written, null for what is no sum. */
function fenOf(written: string | null | undefined): number | null {
  const sum = (written ?? '').normalize('NFKC').replaceAll(/[\s,¥+]|RMB|CNY/gi, '')
  if (/^-*$/.test(sum)) return 0
  const [, sign, whole, cents = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(sum) ?? []
  if (whole === undefined) return null
  const fen = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' ? 0 - fen : fen
}

/** A day without the time of day behind it, however the bank writes that. */
const dayOf = (written: string) =>
  written.trim().replace(/^(\d{4}([-/.年]?)\d{1,2}\2?\S*?\d{1,2}日?)[\s-]+\d{1,2}[:.]\d{2}.*$/, '$1')

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** The reason that the sum of a row gives against it; null for none. */
function againstSum(written: string, amount: number | null): StoredProblem | null {
  if (amount === null) return problem('credit', 'notAmount', { text: short(written) })
  if (amount < 0) return problem('credit', 'negative')
  return amount > mostFen ? problem('credit', 'tooMuch', { limit: yuan(mostFen) }) : null
}

/** Reads the rows of a statement: credits of the account; what went out and what is no transaction is left out. */
export const reader: ReaderOf<StatementSetup> = ({ columns, today, oldest }) => {
  const read = cellReader(columns, today)
  return (row, places): ReadRow => {
    const at = (key: string) => places.get(key) ?? -1
    const written = (key: string) => row.cells[at(key)]?.trim() ?? ''
    const [serial, payer, credit, debit] = ['serialNo', 'payerName', 'credit', 'debit'].map(written) as [
      string,
      string,
      string,
      string,
    ]
    const label = (sum: number) => [payer || serial || '—', `¥${yuan(sum)}`].join(' · ')
    const [amount, spent] = [fenOf(credit), fenOf(debit)]
    const isFaulty = row.faults.some(({ column }) => column === at('credit') || column === at('serialNo'))
    const left = (out: StoredProblem): ReadRow => ({
      label: label(spent ?? 0),
      draft: null,
      problems: [],
      out,
    })
    if (!isFaulty && amount === 0 && spent !== null && spent !== 0) return left(problem('debit', 'debit'))
    if (!isFaulty && serial === '' && payer === '') return left(problem(null, 'noEntry'))
    const cells = [...row.cells]
    if (at('day') >= 0) cells[at('day')] = dayOf(written('day'))
    const { values, problems: found } = read(cells, row.faults, places)
    const isOf = (one: StoredProblem, column: string) => one.column === column
    const problems = found.map((one) => {
      if (isOf(one, 'serialNo') && one.code === 'invalid')
        return problem('serialNo', /E\+?\d+$/i.test(serial) ? 'cutSerial' : 'notSerial', {
          text: short(serial),
        })
      return isOf(one, 'payerName') && one.code === 'required' ? problem('payerName', 'noPayer') : one
    })
    const against = found.some((one) => isOf(one, 'credit')) ? null : againstSum(credit, amount)
    if (against) problems.push(against)
    if (!against && amount === 0 && !found.some((one) => isOf(one, 'credit')))
      problems.push(problem('credit', 'notAmount', { text: short(credit) }))
    const { serialNo, day, payerName } = values
    if (day !== undefined && day < oldest) problems.push(problem('day', 'dayEarly', { days: oldestDays }))
    if (problems.length > 0 || !serialNo || !day || !payerName || !amount)
      return { label: label(amount ?? 0), draft: null, problems }
    const memos = memoColumns.flatMap((key) => values[key] ?? [])
    const draft: StatementDraft = {
      serialNo: bankSerialOf(serialNo),
      payerName: maskFreeText(payerName),
      day,
      amount,
      memo: maskFreeText([...new Set(memos)].join(' · ')).slice(0, memoLetters),
    }
    const keyHash = createHash('sha256').update(draft.serialNo).digest()
    return { label: label(amount), draft, problems, keyHash }
  }
}
