import { sheetRefusals } from '../../../server/sheet/refusals.ts'
import { takeFromThread } from '../../../server/thread.ts'
import type { ReadingTask, ReadPiece } from './worker.ts'

/** Memory of the thread that judges cells and seals numbers, in MB; a file that needs more is refused as too large. */
const memory = { old: 96, young: 16, tooLittle: sheetRefusals.tooLarge, tooSlow: sheetRefusals.tooSlow }

/**
 * Reads a sheet, in threads of its own, as lines for COPY, a few pieces ahead of who takes them. Refuses a file that is
 * no template of its kind, and with `sheetRefusals` what is no sheet. The signal ends the threads.
 */
export const readStaged = (task: ReadingTask, signal: AbortSignal): AsyncGenerator<ReadPiece> =>
  takeFromThread(
    new URL('./worker.ts', import.meta.url),
    task,
    { ...memory, seconds: task.limits.seconds },
    signal,
  )
