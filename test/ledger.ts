import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tasks.ts'

/** A statement of the specification. */
export interface LedgerRow {
  id: string
  name: string
  rule: string
}

/** A test that proves a row. */
export interface LedgerTest {
  id: string
  file: string
  title: string
}

const linesOf = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

/** Reads the rows of the ledger, in its order. */
export const ledgerRows = (): LedgerRow[] =>
  linesOf('docs/ledger.tsv')
    .slice(1)
    .map((cells) => ({ id: cells[0]!, name: cells[3]!, rule: cells[8]! }))

/** Stands for the file of a row that no test can prove; the reason follows in place of a title. */
const none = '-'

const proofs = (): LedgerTest[] =>
  linesOf('docs/ledger-tests.tsv').map(([id, file, title]) => ({ id: id!, file: file!, title: title! }))

/** Reads which tests prove which rows; a row may have many. */
export const ledgerTests = (): LedgerTest[] => proofs().filter(({ file }) => file !== none)

/** Reads which rows no test can prove, with the reason. */
export const untestable = (): ReadonlyMap<string, string> =>
  new Map(proofs().flatMap(({ id, file, title }) => (file === none ? [[id, title]] : [])))
