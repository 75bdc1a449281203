import { parentPort, Worker } from 'node:worker_threads'
import { commonRefusals, refuse } from '../contract/refusal.ts'

/** The message of a thread for each question: the answer, or why there is none. */
type Answer<A> = { answer: A } | { failed: string }

/** No answer came from a thread: it broke, ended, took too long, or could not find one. */
export class ThreadFailure extends Error {}

/** One question sent to a thread. */
function answerOf<A>(worker: Worker, question: unknown, moved: ArrayBuffer[], seconds: number): Promise<A> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', broke).off('exit', ended)
      settle()
    }
    const fail = (why: string, cause?: unknown) => end(() => reject(new ThreadFailure(why, { cause })))
    const answered = (said: Answer<A>) =>
      'failed' in said ? fail(said.failed) : end(() => resolve(said.answer))
    const broke = (error: unknown) => fail('the thread broke', error)
    const ended = (code: number) => fail(`the thread ended with ${code}`)
    const timer = setTimeout(() => fail(`not done in ${seconds} s`), seconds * 1000)
    worker.on('message', answered).on('error', broke).on('exit', ended)
    // It may have ended before the question, when nobody listened.
    if (worker.threadId === -1) return fail('the thread had ended')
    worker.postMessage(question, moved)
  })
}

/** Limits of a thread: seconds for an answer and without a question, callers at one time, and memory in MB. */
interface AskLimits {
  seconds: number
  idleSeconds: number
  inTurn: number
  old: number
}

type Ask<Q, A> = (question: Q, moved?: ArrayBuffer[]) => Promise<A>

/**
 * A thread that answers questions by `answerQuestions`. The first caller starts it, and it is let go when it was idle for
 * a while or gave no answer. It is one caller's at a time; as many as `inTurn` may wait, and more are refused (503).
 */
export function threadToAsk<Q, A>(
  module: URL,
  limits: AskLimits,
): <T>(use: (ask: Ask<Q, A>) => Promise<T>) => Promise<T> {
  const { seconds, idleSeconds, inTurn, old } = limits
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  function letGo(): void {
    clearTimeout(idle)
    void worker?.terminate()
    worker = null
  }

  async function lend<T>(use: (ask: Ask<Q, A>) => Promise<T>): Promise<T> {
    clearTimeout(idle)
    worker ??= new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: old } })
    const lent = worker
    lent.ref()
    try {
      const value = await use((question, moved = []) => answerOf<A>(lent, question, moved, seconds))
      // Neither the thread nor its timer keeps a process alive that has nothing else to do.
      lent.unref()
      idle = setTimeout(letGo, idleSeconds * 1000).unref()
      return value
    } catch (error) {
      letGo()
      throw error
    }
  }

  return (use) => {
    if (waiting >= inTurn) refuse(commonRefusals.overloaded)
    waiting++
    const turn = last.then(() => lend(use)).finally(() => waiting--)
    last = turn.catch(() => {})
    return turn
  }
}

/** Answers the questions of a thread from within it, each when it has been asked. */
export function answerQuestions<Q, A>(answer: (question: Q) => A | Promise<A>): void {
  const port = parentPort!
  const say = (message: Answer<A>) => port.postMessage(message, [])
  port.on('message', (question: Q) => {
    void (async () => say({ answer: await answer(question) }))().catch((error: unknown) =>
      say({ failed: String(error) }),
    )
  })
}
