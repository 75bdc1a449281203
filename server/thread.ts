import { parentPort, Worker } from 'node:worker_threads'
import { Refusal, type RefusalValue, type RefusalWords, refuse } from '../contract/refusal.ts'

/** The message of a thread for each requested value: the value, the end, or why there is none. */
type ThreadMessage<T> =
  | { value: T }
  | { end: true }
  | { refused: RefusalWords; values: Record<string, RefusalValue> }
  | { failed: string }

/** Number of values a thread makes before the first is taken. */
const ahead = 2

/** Limits of a thread: memory in MB, and seconds its taker waits in all; with the words of refusal. */
interface ThreadLimits {
  old: number
  young: number
  tooLittle: RefusalWords
  seconds: number
  tooSlow: RefusalWords
}

/**
 * Values made in a thread of its own by a module that offers them, no faster than they are taken. Throws what the
 * thread refused, and refuses itself where more memory or time is needed than it has; the thread is ended then, and
 * when the signal is aborted.
 */
export async function* takeFromThread<T>(
  module: URL,
  data: unknown,
  limits: ThreadLimits,
  signal?: AbortSignal,
): AsyncGenerator<T> {
  signal?.throwIfAborted()
  const worker = new Worker(module, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: limits.old, maxYoungGenerationSizeMb: limits.young },
    stderr: true,
  })
  let stop: (reason: unknown) => void = () => {}
  const broken = new Promise<never>((_, reject) => {
    stop = reject
    worker.once('error', reject)
  })
  broken.catch(() => {})
  const abort = () => stop(signal!.reason)
  signal?.addEventListener('abort', abort, { once: true })
  // The time of anyone who takes the values is not the thread's.
  let left = limits.seconds * 1000
  const tooSlow = () => stop(new Refusal(limits.tooSlow, { seconds: limits.seconds }))
  const received: ThreadMessage<T>[] = []
  let wake: () => void = () => {}
  worker.on('message', (message: ThreadMessage<T>) => {
    received.push(message)
    wake()
  })
  const askMore = () => worker.postMessage('more', [])
  async function next(): Promise<ThreadMessage<T>> {
    if (received.length === 0) {
      const arrived = new Promise<void>((resolve) => {
        wake = resolve
      })
      const begun = performance.now()
      const timer = setTimeout(tooSlow, Math.max(0, left))
      await Promise.race([arrived, broken]).finally(() => clearTimeout(timer))
      left -= performance.now() - begun
    }
    return received.shift()!
  }
  try {
    for (let i = 0; i < ahead; i++) askMore()
    for (let message = await next(); !('end' in message); message = await next()) {
      if ('refused' in message) return refuse(message.refused, message.values)
      if ('failed' in message) throw new Error(`A thread failed: ${message.failed}`)
      askMore()
      yield message.value
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(limits.tooLittle)
    throw error
  } finally {
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}

/** Offers values from within a thread, each when it is asked for; `move` names what is handed over, not copied. */
export function offer<T>(values: AsyncGenerator<T>, move: (value: T) => ArrayBuffer[] = () => []): void {
  const port = parentPort!
  const say = (message: ThreadMessage<T>, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)
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
