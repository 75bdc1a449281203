import { type Static, Type } from 'typebox'
import { call, Id, Nothing, Nullable, Text } from '../../contract/call.ts'

/** Work of one kind that waits for the caller. */
export const WaitingWork = Type.Object({
  code: Type.String(),
  name: Type.Object({ zh: Type.String(), en: Type.String() }),
  /** At least one; at most as many as the list it is in counts. */
  count: Type.Integer(),
  /** Since when the oldest of those counted waits. */
  since: Nullable(Type.String()),
  /** Whole days for which the oldest of them is waiting, from one on: it is overdue; 0 for news. */
  overdueDays: Type.Integer(),
  /** The page of the back office that lists it, with the filter that leaves what is counted. */
  address: Type.String(),
})
export type WaitingWork = Static<typeof WaitingWork>

/** Person at work on something that waits; it keeps nobody else from settling it. */
export const WorkClaim = Type.Object({
  id: Id,
  name: Type.String(),
  /** The caller's. */
  own: Type.Boolean(),
  since: Type.String(),
})
export type WorkClaim = Static<typeof WorkClaim>

/** Work of a kind, by its code, and what of it. */
const Item = Type.Object({ code: Text(60), id: Id })

export const workQueueCalls = {
  findMine: call('/base/work-queue/find-mine.action', {
    allow: 'signed-in',
    input: Type.Object({}),
    output: Type.Array(WaitingWork),
    summary: 'What waits for the caller, by kind, with the number and the time of the oldest',
  }),
  findClaims: call('/base/work-queue/find-claims.action', {
    allow: 'signed-in',
    input: Type.Object({ code: Text(60) }),
    output: Type.Array(WorkClaim),
    summary: 'Who is at work on which items of a kind, of those that wait for the caller',
  }),
  claim: call('/base/work-queue/claim.action', {
    allow: 'signed-in',
    perMinute: 120,
    input: Item,
    output: WorkClaim,
    summary: 'Shows colleagues that the caller is at work on an item, or still is; answers who is',
  }),
  release: call('/base/work-queue/release.action', {
    allow: 'signed-in',
    perMinute: 120,
    input: Item,
    output: Nothing,
    summary: 'Ends the caller’s claim of an item',
  }),
  see: call('/base/work-queue/see.action', {
    allow: 'signed-in',
    input: Type.Object({ code: Text(60) }),
    output: Nothing,
    summary: 'Marks the news of a kind, as rejected proposals, as seen: it waits no longer',
  }),
}
