import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '../../contract/refusal.ts'
import { type SheetLimits, type SheetRefusal, sheetRefusals } from './refusals.ts'
import { readRows, type SheetRow } from './rows.ts'
import { readWorkbook } from './workbook.ts'
import { openContainer } from './zip.ts'

/** What the reading thread says: rows, the end, or why it stopped. */
export type SheetMessage =
  | { rows: SheetRow[] }
  | { end: true }
  | { refused: SheetRefusal; values: Record<string, string | number> }
  | { failed: string }

const { path, limits } = workerData as { path: string; limits: SheetLimits }
const port = parentPort!
const say = (message: SheetMessage) => port.postMessage(message)

/** One batch is sent for each one asked for: memory stays flat however slow the reader is. */
async function* batches() {
  const container = await openContainer(path, limits)
  try {
    yield* readRows(container, await readWorkbook(container), limits)
  } finally {
    await container.close()
  }
}

const reading = batches()

async function answer(): Promise<void> {
  try {
    const step = await reading.next()
    say(step.done ? { end: true } : { rows: step.value })
  } catch (error) {
    if (!(error instanceof Refusal)) return say({ failed: (error as Error).message })
    const key = Object.entries(sheetRefusals).find(([, words]) => words === error.words)?.[0]
    say({ refused: (key ?? 'notSheet') as SheetRefusal, values: { ...error.values } })
  }
}

port.on('message', () => void answer())
