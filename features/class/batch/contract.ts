import { type Static, Type } from 'typebox'
import { Id, Nullable } from '../../../contract/call.ts'

/** The result of a batch: each row succeeds or fails separately, and a refused one says why. */
export const BatchResult = Type.Object({
  succeeded: Type.Array(Type.String()),
  failed: Type.Array(
    Type.Object({ id: Type.String(), name: Nullable(Type.String()), reason: Type.String() }),
  ),
})
export type BatchResult = Static<typeof BatchResult>

/** Up to 200 rows of one batch. */
export const Ids = Type.Array(Id, { minItems: 1, maxItems: 200 })
