import { Worker } from 'node:worker_threads'
import { refuse } from '../../../contract/refusal.ts'
import { sheetRefusals } from '../../../server/sheet.ts'
import type { ReadingMessage, ReadingTask } from './worker.ts'

/** Memory of the reading thread, in MB; a file that needs more is refused as too large. */
const readerMemory = 128

/** What a file holds: its header once, then lines for COPY. */
export type ReadPiece = { header: string[]; keys: string[] } | { lines: Uint8Array; rows: number }

/**
 * Reads a sheet in a thread of its own as lines for COPY, one piece ahead of who takes them and no faster. Refuses a
 * file that is no template of its kind, and with `sheetRefusals` what is no sheet.
 */
export async function* readStaged(task: ReadingTask): AsyncGenerator<ReadPiece> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: readerMemory, maxYoungGenerationSizeMb: 16 },
    stderr: true,
  })
  const broken = new Promise<never>((_, reject) => worker.once('error', reject))
  broken.catch(() => {})
  const heard: ReadingMessage[] = []
  let wake: () => void = () => {}
  worker.on('message', (message: ReadingMessage) => {
    heard.push(message)
    wake()
  })
  const more = () => worker.postMessage('more', [])
  try {
    more()
    for (;;) {
      if (heard.length === 0) {
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve
          }),
          broken,
        ])
      }
      const message = heard.shift()!
      if ('end' in message) return
      if ('refused' in message) return refuse(message.refused, message.values)
      if ('failed' in message) throw new Error(`A sheet could not be read: ${message.failed}`)
      more()
      yield message
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(sheetRefusals.tooLarge)
    throw error
  } finally {
    await worker.terminate()
  }
}
