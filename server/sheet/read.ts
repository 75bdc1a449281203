import { refuse } from '../../contract/refusal.ts'
import { takeFromThread } from '../thread.ts'
import { type SheetLimits, sheetLimits, sheetRefusals } from './refusals.ts'
import type { SheetRow } from './rows.ts'

/** Memory of the reading thread, in MB; a file that needs more is refused as too large. */
const memory = { old: 128, young: 16 }

/**
 * Reads the first visible sheet of an .xlsx file in a thread of its own, a batch of rows at a time and no
 * faster than they are taken. Empty rows are left out; formulas, error values and numbers beyond 15 digits
 * are faults of their cell. Refuses with `sheetRefusals`.
 */
export async function* readSheet(
  path: string,
  limits: Partial<SheetLimits> = {},
): AsyncGenerator<SheetRow[]> {
  try {
    yield* takeFromThread<SheetRow[]>(
      new URL('./worker.ts', import.meta.url),
      { path, limits: { ...sheetLimits, ...limits } },
      memory,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(sheetRefusals.tooLarge)
    throw error
  }
}
