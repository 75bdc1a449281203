import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { type Call, Id, type InputOf, Nullable } from './call.ts'

/** Rows that a batch acts on while its caller waits; more are handled by a job. */
export const atOnce = 200

/** The most rows that a batch names one by one. */
export const mostNamed = 10_000

/** The rows of a batch, by name. */
export const Ids = Type.Array(Id, { minItems: 1, maxItems: mostNamed })

/** The filters of a list: its input without what chooses and orders a page of it. */
type FilterOf<C extends Call> = Omit<InputOf<C>, 'page' | 'limit' | 'after' | 'sort'>

const Value = Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()])
/** The filters of any list. Every name is let in: left out here, one that no list has would not be refused. */
export const Filter = Type.Record(
  Type.String({ pattern: '^[\\s\\S]*$' }),
  Type.Union([Value, Type.Array(Value, { maxItems: mostNamed })]),
)

type SelectionOf<C extends Call, N extends string, S extends TSchema> = {
  readonly [K in N]: TOptional<S>
} & {
  readonly filter: TOptional<TUnsafe<FilterOf<C>>>
  readonly except: TOptional<typeof Ids>
}

/**
 * Declares the rows that a batch acts on: those it names, or with `filter` in place of names all rows of a list that
 * match, but those in `except`. What matches, and more than `atOnce` names, is handled by a job, whose id is the answer.
 */
export function Selection<C extends Call>(list: C): SelectionOf<C, 'ids', typeof Ids>
export function Selection<C extends Call, const N extends string, S extends TSchema>(
  list: C,
  named: Readonly<Record<N, S>>,
): SelectionOf<C, N, S>
export function Selection(list: Call, named: Readonly<Record<string, TSchema>> = { ids: Ids }) {
  const [[name, rows]] = Object.entries(named) as [[string, TSchema]]
  return {
    [name]: Type.Optional(rows),
    filter: Type.Optional(
      Type.Unsafe({ ...Filter, description: `all that match, as ${list.path} takes its filters` }),
    ),
    except: Type.Optional(Ids),
  }
}

/** Answer in place of an effect: the job that brings it about, whose progress the task centre shows. */
export const Begun = Type.Object({ batchId: Id })
export type Begun = Static<typeof Begun>

/**
 * The result of a batch: each row succeeds or fails separately, and a refused one says why. With `batchId` a job has
 * begun, and nothing is done yet.
 */
export const BatchResult = Type.Object({
  succeeded: Type.Array(Type.String()),
  /** Begun, and waiting for a further step: another person's approval, or the record of what was paid offline. */
  proposed: Type.Optional(Type.Array(Type.String())),
  failed: Type.Array(
    Type.Object({ id: Type.String(), name: Nullable(Type.String()), reason: Type.String() }),
  ),
  batchId: Type.Optional(Id),
})
export type BatchResult = Static<typeof BatchResult>
