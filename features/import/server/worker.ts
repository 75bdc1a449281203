import { parentPort, workerData } from 'node:worker_threads'
import { Refusal, type RefusalWords, refuse } from '../../../contract/refusal.ts'
import type { Environment } from '../../../server/environment.ts'
import { openSecrets } from '../../../server/secrets.ts'
import { type SheetLimits, sheetRefusals } from '../../../server/sheet/refusals.ts'
import { readRows } from '../../../server/sheet/rows.ts'
import { readWorkbook } from '../../../server/sheet/workbook.ts'
import { openContainer } from '../../../server/sheet/zip.ts'
import { importRefusals } from '../contract.ts'
import { type ImportColumn, isOwnRow, readHeader } from '../rules.ts'
import { type NumberPlaces, numberPlaces, type ReaderOf, stagedLine, storable } from './staging.ts'

/** What the reading thread is given: plain data alone. */
export interface ReadingTask {
  importId: string
  path: string
  limits: SheetLimits
  environment: Environment
  title: { zh: string; en: string }
  columns: readonly ImportColumn[]
  /** The module whose `reader` makes a kind's reading of rows, and what the kind prepared for it. */
  reader: string
  setup: unknown
}

/** What the reading thread says: lines for COPY with their count, the end, or why it stopped. */
export type ReadingMessage =
  | { header: string[]; keys: string[] }
  | { lines: Uint8Array; rows: number }
  | { end: true }
  | { refused: RefusalWords; values: Record<string, string | number> }
  | { failed: string }

/** Characters of lines that are sent at a time. */
const chunk = 256 * 1024

const encoder = new TextEncoder()
const task = workerData as ReadingTask
const port = parentPort!
const say = (message: ReadingMessage, move: ArrayBuffer[] = []) => port.postMessage(message, move)

function headerOf(cells: readonly (string | null)[]) {
  const found = readHeader(task.columns, cells)
  const names = (language: 'zh' | 'en') => found.missing.map(({ title }) => title[language]).join('、')
  if (found.missing.length > 0) {
    refuse(importRefusals.wrongTemplate, { name: task.title.zh, columns: names('zh') })
  }
  if (found.double) refuse(importRefusals.doubleColumn, { column: found.double.title.zh })
  return found.places
}

async function* messages(): AsyncGenerator<ReadingMessage> {
  const { reader } = (await import(task.reader)) as { reader: ReaderOf<unknown> }
  const secrets = openSecrets(task.environment)
  const read = reader(task.setup, secrets)
  const container = await openContainer(task.path, task.limits)
  let places: ReadonlyMap<string, number> | null = null
  let numbers: NumberPlaces = { card: undefined, mobile: undefined }
  let lines: string[] = []
  let size = 0
  let rows = 0
  const flush = (): ReadingMessage => {
    // Memory of its own, unlike a small Buffer's, can be handed over.
    const message = { lines: encoder.encode(lines.join('')), rows }
    lines = []
    size = rows = 0
    return message
  }
  try {
    for await (const batch of readRows(container, await readWorkbook(container), task.limits)) {
      for (const row of batch) {
        row.cells = row.cells.map(storable)
        if (!places) {
          places = headerOf(row.cells)
          numbers = numberPlaces(task.columns, places)
          const keyAt = new Map([...places].map(([key, place]) => [place, key]))
          const header = row.cells.map((cell) => cell ?? '')
          yield { header, keys: header.map((_, place) => keyAt.get(place) ?? '') }
          continue
        }
        if (isOwnRow(row.cells, places)) continue
        const line = stagedLine(task.importId, secrets, numbers, row, read(row, places))
        lines.push(line)
        size += line.length
        rows++
        if (size >= chunk) yield flush()
      }
    }
    if (rows > 0) yield flush()
  } finally {
    await container.close()
  }
}

const reading = messages()

async function answer(): Promise<void> {
  try {
    const step = await reading.next()
    if (step.done) say({ end: true })
    else if ('lines' in step.value) say(step.value, [step.value.lines.buffer as ArrayBuffer])
    else say(step.value)
  } catch (error) {
    if (error instanceof Refusal) return say({ refused: error.words, values: { ...error.values } })
    // What the sheet's own reading trips over is the file's fault, not the product's.
    if (error instanceof RangeError) return say({ refused: sheetRefusals.tooLarge, values: {} })
    say({ failed: (error as Error).stack ?? String(error) })
  }
}

port.on('message', () => void answer())
