import { withoutNumbers } from '../../../contract/personalNumber.ts'
import { constants, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { refuse } from '../../../contract/refusal.ts'
import type { TextEncoding } from '../../../contract/textEncoding.ts'
import type { Environment } from '../../../server/environment.ts'
import { openSecrets } from '../../../server/secrets.ts'
import { readSheet } from '../../../server/sheet/read.ts'
import type { SheetLimits } from '../../../server/sheet/refusals.ts'
import type { SheetRow } from '../../../server/sheet/rows.ts'
import { offer } from '../../../server/thread.ts'
import { importRefusals } from '../contract.ts'
import { cellTaker } from './takenCells.ts'
import { findHeader, headerWithin, type ImportColumn, isOwnRow, markColumn } from '../rules.ts'
import { numberPlaces, type ReaderOf, type ReadPlaces, stagedLine, storable } from './staging.ts'

/** The input of the reading thread: only plain data. */
export interface ReadingTask {
  importId: string
  path: string
  limits: SheetLimits
  environment: Environment
  title: { zh: string; en: string }
  /** Forms that are read where the kind has no template. */
  forms: { zh: string; en: string } | null
  columns: readonly ImportColumn[]
  /** The module whose `reader` makes a kind's reading of rows, and what the kind prepared for it. */
  reader: string
  setup: unknown
}

/** A piece of a file that was read: its header once, then lines for COPY. */
export type ReadPiece =
  | { header: string[]; keys: string[]; hidden: string[]; encoding: TextEncoding | null }
  | { lines: Uint8Array; rows: number }

/** Characters of lines that are sent at a time. */
const chunk = 256 * 1024

const encoder = new TextEncoder()
const task = workerData as ReadingTask

/** The header among the first rows, and the rows below it. */
function headerOf(rows: readonly SheetRow[]) {
  const found = findHeader(
    task.columns,
    rows.map(({ cells }) => cells),
  )
  if (!found) return null
  if (found.missing.length > 0) {
    const columns = found.missing.map(({ title }) => title)
    if (task.forms) refuse(importRefusals.unknownForm, { columns, forms: task.forms })
    refuse(importRefusals.wrongTemplate, { name: task.title, columns })
  }
  if (found.double) refuse(importRefusals.doubleColumn, { column: found.double.title })
  return { ...found, titles: rows[found.at]!, below: rows.slice(found.at + 1) }
}

async function* pieces(): AsyncGenerator<ReadPiece> {
  const { reader } = (await import(task.reader)) as { reader: ReaderOf<unknown> }
  const secrets = openSecrets(task.environment)
  const read = reader(task.setup, secrets)
  let places: ReadonlyMap<string, number> = new Map()
  let take: ReturnType<typeof cellTaker> = () => []
  let at: ReadPlaces = { places, numbers: { card: undefined, mobile: undefined } }
  let lines: string[] = []
  let size = 0
  let rows = 0
  const flush = (): ReadPiece => {
    // Memory of its own, unlike a small Buffer's, can be handed over.
    const piece = { lines: encoder.encode(lines.join('')), rows }
    lines = []
    size = rows = 0
    return piece
  }
  let first: SheetRow[] = []
  function* staged(below: readonly SheetRow[]): Generator<ReadPiece> {
    for (const row of below) {
      if (isOwnRow(row.cells, places)) continue
      const remarks = take(row)
      const line = stagedLine(task.importId, secrets, at, row, read(row, places), remarks)
      lines.push(line)
      size += line.length
      rows++
      if (size >= chunk) yield flush()
    }
  }
  function* opening(): Generator<ReadPiece> {
    const found = headerOf(first)
    if (!found) return
    places = found.places
    take = cellTaker(task.columns, places)
    at = { places, numbers: numberPlaces(task.columns, places) }
    const keyAt = new Map([...places].map(([key, place]) => [place, key]))
    const header = found.titles.cells.map((cell) => withoutNumbers(cell ?? ''))
    const keys = header.map((_, place) => keyAt.get(place) ?? '')
    const hidden = (found.titles.hiddenColumns ?? [])
      .map((place) => keys[place]!)
      .filter((key) => key !== '' && key !== markColumn.key)
    yield { header, keys, hidden, encoding: first[0]!.encoding ?? null }
    yield* staged(found.below)
  }
  let isBegun = false
  for await (const batch of readSheet(task.path, task.limits)) {
    for (const row of batch) row.cells = row.cells.map(storable)
    if (isBegun) {
      yield* staged(batch)
      continue
    }
    first = first.concat(batch)
    if (first.length < headerWithin) continue
    isBegun = true
    yield* opening()
    first = []
  }
  if (!isBegun) yield* opening()
  if (rows > 0) yield flush()
}

// A learner's second is more urgent than a file. On Linux this is the priority of the thread, elsewhere of everything.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

offer(pieces(), (piece) => ('lines' in piece ? [piece.lines.buffer as ArrayBuffer] : []))
