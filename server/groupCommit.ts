import { commonRefusals, refuse } from '../contract/refusal.ts'
import { sharedPool } from './abandon.ts'
import type { Pool } from './db.ts'

/** Many small writes, made durable together. */
interface GroupWriter<I, O> {
  /** Answers after the commit; refuses with 429 when too many wait, with 503 when closing. */
  write(item: I): Promise<O>
  /** Number of those that wait for a commit or are in one. */
  readonly size: number
  /** Takes nothing more and returns when everything taken is answered. */
  close(): Promise<void>
}

interface GroupCommit<I, O> {
  /** Items of one key never share a batch: they are committed in the order they came. */
  key: (item: I) => string
  /** Makes a batch durable, atomically, in one statement or transaction; returns results in the batch's order. */
  commit: (batch: readonly I[]) => Promise<readonly O[]>
  /** Rows in one batch; 500 by default. */
  maxBatch?: number
  /** Items waiting at most; 2000 by default. */
  maxQueue?: number
  /** Commits at a time when full batches wait; 2 by default. */
  lanes?: number
}

interface Waiting<I, O> {
  item: I
  key: string
  resolve: (output: O) => void
  reject: (error: unknown) => void
}

/**
 * True if one item may be at fault: our own code threw, or the database rejected the statement rather than
 * being unreachable. Classes 08, 53, 57 and 58 are connection, resources, operator and system, and saying it
 * again in parts would only add to the trouble.
 */
export function isRowFault(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === undefined || (/^[0-9A-Z]{5}$/.test(String(code)) && !/^(08|53|57|58)/.test(String(code)))
}

/**
 * Collects writes while the commits before them run and makes them durable with the next one, without a timer: under
 * load batches grow by themselves, a single write is committed immediately. A batch is sorted by key, so that two
 * processes lock in one order. A batch that is refused is split until only the bad row fails.
 */
export function groupCommit<I, O>(options: GroupCommit<I, O>): GroupWriter<I, O> {
  const { key, commit, maxBatch = 500, maxQueue = 2000, lanes = 2 } = options
  let queue: Waiting<I, O>[] = []
  const inFlight = new Set<string>()
  const running = new Set<Promise<void>>()
  let closing = false

  /** Fewer, larger batches cost the database less: a lane beside the first pays only for a batch that is full. */
  const worthwhile = () => Math.min(lanes, 1 + Math.floor(queue.length / maxBatch))

  async function settle(batch: readonly Waiting<I, O>[]): Promise<void> {
    let outputs: readonly O[]
    try {
      outputs = await commit(batch.map((waiting) => waiting.item))
    } catch (error) {
      if (batch.length === 1 || !isRowFault(error)) {
        for (const waiting of batch) waiting.reject(error)
        return
      }
      const half = batch.length >> 1
      await settle(batch.slice(0, half))
      await settle(batch.slice(half))
      return
    }
    batch.forEach((waiting, i) => waiting.resolve(outputs[i]!))
  }

  /** The longest waiting items of different keys, none of which another lane is committing. */
  function nextBatch(): Waiting<I, O>[] {
    const batch = new Map<string, Waiting<I, O>>()
    const later: Waiting<I, O>[] = []
    for (const waiting of queue) {
      if (batch.size < maxBatch && !batch.has(waiting.key) && !inFlight.has(waiting.key)) {
        batch.set(waiting.key, waiting)
      } else later.push(waiting)
    }
    queue = later
    return [...batch.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  }

  async function runLane(): Promise<void> {
    // What else arrived with the same read of the sockets joins the first batch.
    await new Promise(setImmediate)
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      for (const waiting of batch) inFlight.add(waiting.key)
      await settle(batch)
      for (const waiting of batch) inFlight.delete(waiting.key)
      if (running.size > worthwhile()) return
    }
  }

  function startLane(): void {
    const lane = runLane().finally(() => {
      running.delete(lane)
      // What waited for a key of this lane's last batch.
      if (queue.length > 0 && running.size === 0) startLane()
    })
    running.add(lane)
  }

  return {
    async write(item) {
      if (closing) refuse(commonRefusals.overloaded)
      if (queue.length >= maxQueue) refuse(commonRefusals.tooMany, { seconds: 1 })
      return new Promise<O>((resolve, reject) => {
        queue.push({ item, key: key(item), resolve, reject })
        if (running.size < worthwhile()) startLane()
      })
    },
    get size() {
      return queue.length + inFlight.size
    },
    async close() {
      closing = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** The one group writer of each database, created on first use. */
export function groupCommitOf<I, O>({
  commit,
  ...options
}: Omit<GroupCommit<I, O>, 'commit'> & {
  commit: (db: Pool, batch: readonly I[]) => Promise<readonly O[]>
}): (db: Pool) => GroupWriter<I, O> {
  const writers = new WeakMap<Pool, GroupWriter<I, O>>()
  return (given) => {
    const db = sharedPool(given)
    const known = writers.get(db)
    if (known) return known
    const writer = groupCommit({ ...options, commit: (batch: readonly I[]) => commit(db, batch) })
    writers.set(db, writer)
    return writer
  }
}
