import { takeFromThread } from '../thread.ts'
import { type SheetLimits, sheetLimits, sheetRefusals } from './refusals.ts'
import type { SheetRow } from './rows.ts'

/** Memory of the reading thread, in MB; a file that needs more is refused as too large. */
const memory = { old: 128, young: 16, tooLittle: sheetRefusals.tooLarge, tooSlow: sheetRefusals.tooSlow }

/**
 * Reads the first visible sheet of an .xlsx file, or the table of a .csv file, in a thread of its own, a batch of rows at
 * a time and a few ahead of who takes them. Empty rows are left out; formulas, error values and numbers beyond 15 digits
 * are faults of their cell. Refuses with `sheetRefusals`.
 */
export function readSheet(path: string, limits: Partial<SheetLimits> = {}): AsyncGenerator<SheetRow[]> {
  const worker = new URL('./worker.ts', import.meta.url)
  const all = { ...sheetLimits, ...limits }
  return takeFromThread(worker, { path, limits: all }, { ...memory, seconds: all.seconds })
}
