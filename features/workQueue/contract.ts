import { type Static, Type } from 'typebox'
import { call, Nullable } from '../../contract/call.ts'

/** Work of one kind that waits for the caller. */
export const WaitingWork = Type.Object({
  code: Type.String(),
  name: Type.Object({ zh: Type.String(), en: Type.String() }),
  /** At least one; at most as many as the list it is in counts. */
  count: Type.Integer(),
  /** Since when the oldest waits. */
  since: Nullable(Type.String()),
  /** The page of the back office that lists it, with the filter that leaves what is counted. */
  address: Type.String(),
})
export type WaitingWork = Static<typeof WaitingWork>

export const workQueueCalls = {
  findMine: call('/base/work-queue/find-mine.action', {
    allow: 'signed-in',
    input: Type.Object({}),
    output: Type.Array(WaitingWork),
    summary: 'What waits for the caller, by kind, with the number and the time of the oldest',
  }),
}
