import { parentPort, Worker } from 'node:worker_threads'
import { Refusal, type RefusalWords, refuse } from '../contract/refusal.ts'

/** What a thread says for each value asked of it: the value, the end, or why there is none. */
type Said<T> =
  | { value: T }
  | { end: true }
  | { refused: RefusalWords; values: Record<string, string | number> }
  | { failed: string }

/** How many values a thread makes before the first is taken. */
const ahead = 2

/**
 * Values made in a thread of its own by a module that offers them, no faster than they are taken. Throws what the
 * thread refused, and refuses itself, in the words given, where more memory is needed than it has, in MB.
 */
export async function* takeFromThread<T>(
  module: URL,
  data: unknown,
  memory: { old: number; young: number; tooLittle: RefusalWords },
): AsyncGenerator<T> {
  const worker = new Worker(module, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memory.old, maxYoungGenerationSizeMb: memory.young },
    stderr: true,
  })
  const broken = new Promise<never>((_, reject) => worker.once('error', reject))
  broken.catch(() => {})
  const heard: Said<T>[] = []
  let wake: () => void = () => {}
  worker.on('message', (said: Said<T>) => {
    heard.push(said)
    wake()
  })
  const ask = () => worker.postMessage('more', [])
  try {
    for (let i = 0; i < ahead; i++) ask()
    for (;;) {
      if (heard.length === 0) {
        const next = new Promise<void>((resolve) => {
          wake = resolve
        })
        await Promise.race([next, broken])
      }
      const said = heard.shift()!
      if ('end' in said) return
      if ('refused' in said) return refuse(said.refused, said.values)
      if ('failed' in said) throw new Error(`A thread failed: ${said.failed}`)
      ask()
      yield said.value
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(memory.tooLittle)
    throw error
  } finally {
    await worker.terminate()
  }
}

/** Offers values from within a thread, each when it is asked for; `move` names what is handed over, not copied. */
export function offer<T>(values: AsyncGenerator<T>, move: (value: T) => ArrayBuffer[] = () => []): void {
  const port = parentPort!
  const say = (said: Said<T>, moved: ArrayBuffer[] = []) => port.postMessage(said, moved)
  async function answer(): Promise<void> {
    try {
      const step = await values.next()
      if (step.done) say({ end: true })
      else say({ value: step.value }, move(step.value))
    } catch (error) {
      if (error instanceof Refusal) say({ refused: error.words, values: { ...error.values } })
      else say({ failed: (error as Error).stack ?? String(error) })
    }
  }
  port.on('message', () => void answer())
}
