import { workerData } from 'node:worker_threads'
import { refuse } from '../../contract/refusal.ts'
import { offer } from '../thread.ts'
import { readTable } from './csv.ts'
import { type SheetLimits, sheetRefusals } from './refusals.ts'
import { readRows } from './rows.ts'
import { readWorkbook } from './workbook.ts'
import { openContainer } from './zip.ts'

const { path, limits } = workerData as { path: string; limits: SheetLimits }

async function* batches() {
  const container = await openContainer(path, limits)
  try {
    yield* readRows(container, await readWorkbook(container, limits), limits)
  } catch (error) {
    // Text longer than the engine can hold is the file's fault, not the product's.
    if (error instanceof RangeError) refuse(sheetRefusals.tooLarge)
    throw error
  } finally {
    await container.close()
  }
}

offer(path.endsWith('.csv') ? readTable(path, limits) : batches())
