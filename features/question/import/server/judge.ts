import { createHash } from 'node:crypto'
import { mostParts } from '../../contract.ts'
import type { RowProblem } from '../contract.ts'

/** A staged row as far as judging it together with the others needs it. */
export interface JudgingRow {
  row: number
  good: boolean
  /** Of the row's own part; null when the row was not understood. */
  rowHash: Buffer | null
  materialHash: Buffer | null
}

/** What became of a row: the first row of its question, the question's content hash, and a reason against it. */
export interface JudgedRow {
  row: number
  group: number
  /** Which part of its question it is, from 0. */
  place: number
  /** The row that says the same earlier in the file. */
  repeats: number | null
  hash: Buffer | null
  problem: RowProblem | null
}

const reason = (kind: 'same' | 'group', zh: string, en: string): RowProblem => ({
  column: null,
  kind,
  zh,
  en,
})

/** As `contentHash` of the question the rows will make. */
function hashOf(rows: readonly JudgingRow[]): Buffer {
  const [first] = rows
  if (!first!.materialHash) return first!.rowHash!
  return rows
    .reduce((hash, row) => hash.update(row.rowHash!), createHash('sha256').update(first!.materialHash))
    .digest()
}

/**
 * Judges rows as a whole: those of one material make one question, which falls with any of its rows; a
 * question that the file holds twice falls the second time, naming the row it repeats.
 */
export function judge(rows: readonly JudgingRow[]): JudgedRow[] {
  const groups = new Map<string, JudgingRow[]>()
  for (const row of rows) {
    const name = row.materialHash?.toString('hex') ?? `row ${row.row}`
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  const firstWith = new Map<string, readonly JudgingRow[]>()
  const judged: JudgedRow[] = []
  for (const group of groups.values()) {
    const first = group[0]!.row
    const bad = group.find((row) => !row.good)
    const hash = bad ? null : hashOf(group)
    const earlier = hash ? firstWith.get(hash.toString('hex')) : undefined
    if (hash && earlier === undefined) firstWith.set(hash.toString('hex'), group)
    const problem = bad
      ? reason('group', `同一材料的第 ${bad.row} 行有误`, `row ${bad.row} of the same material is wrong`)
      : group.length > mostParts
        ? reason(
            'group',
            `同一材料最多 ${mostParts} 小题`,
            `one material may have ${mostParts} parts at most`,
          )
        : earlier !== undefined
          ? reason('same', `与第 ${earlier[0]!.row} 行重复`, `repeats row ${earlier[0]!.row}`)
          : null
    // A row that is wrong by itself keeps its own reasons.
    judged.push(
      ...group.map((row, place) => ({
        row: row.row,
        group: first,
        place,
        repeats: earlier?.[place]?.row ?? null,
        hash,
        problem: row.good ? problem : null,
      })),
    )
  }
  return judged
}
