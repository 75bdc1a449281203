import type { Call } from '../contract/call.ts'
import type { Bilingual, RefusalWords } from '../contract/refusal.ts'
import type { Db, Tx } from './db.ts'
import type { Context } from './serve.ts'

/** A row of a batch; with the revision its reader saw, where the batch names one. */
export interface BatchRow {
  readonly id: string
  readonly revision?: number | undefined
}

/** Context in which a row is acted on: the caller as it is now, and the input of the batch. */
export type BatchContext<C extends Call = Call> = Pick<
  Context<C>,
  'input' | 'session' | 'secrets' | 'channels'
>

/** Binding of a batch call to its action on each row, at once or by a job. */
export interface BoundBatch<C extends Call = Call> {
  readonly call: C
  /** The list whose rows it acts on. */
  readonly list: Call
  /** The input that names the rows: identifiers, or rows with their revisions. */
  readonly named: string
  /** The refusals a row of it may meet, by the names they are stored under for ever; those of any call are known. */
  readonly refusals: Readonly<Record<string, Readonly<Record<string, RefusalWords>>>>
  /** Name of the action, for this input. */
  title(input: BatchContext<C>['input']): Bilingual
  /** Names of rows in the report, by id; only rows the caller may see. */
  nameRows(db: Db, session: BatchContext<C>['session'], ids: readonly string[]): Promise<Map<string, string>>
  /** Always a job, however few rows are named. */
  readonly asJob?: true
  /** Refuses an input that no row could be acted on with. */
  check?(tx: Tx, ctx: BatchContext<C>): Promise<void>
  /**
   * Acts on one row, in a transaction of its own, and gives `proposed` where a further step is needed; refuses one that
   * does not allow it.
   */
  act(tx: Tx, ctx: BatchContext<C>, row: BatchRow): Promise<unknown>
  /**
   * Acts on several rows at once, in one transaction and with the same effect; where one of them does not allow it, all
   * are refused, and each is then acted on by itself.
   */
  actOnAll?(tx: Tx, ctx: BatchContext<C>, ids: readonly string[]): Promise<void>
  /** For what one person may not do to many rows alone. */
  readonly second?: {
    /** True if so many rows need a second person. */
    isNeeded(db: Db, ctx: BatchContext<C>, rows: number): Promise<boolean>
    /** Proposes rows, together. */
    propose(tx: Tx, ctx: BatchContext<C>, ids: readonly string[]): Promise<unknown>
  }
}

/** Declares a batch with the types of its call. */
export const batchOf = <C extends Call>(batch: BoundBatch<C>): BoundBatch<C> => batch
