import { type Static, Type } from 'typebox'
import { call, Fen, Id, Moment, Nullable, OneOf } from '../../contract/call.ts'
import { orderChannels } from '../order/rules.ts'

const orderEventKinds = [
  'placed',
  'codeOpened',
  'codeClosed',
  'paymentEnded',
  'differenceSettled',
  'transferReceived',
  'transferRejected',
  'paid',
  'surplus',
  'opened',
  'waived',
  'repriced',
  'cancelled',
  'refundRequested',
  'refundStarted',
  'refundSent',
  'refundArrived',
  'refundOffline',
  'refundFailed',
  'refundRejected',
  'refundCancelled',
  'note',
] as const
export type OrderEventKind = (typeof orderEventKinds)[number]

export const OrderEvent = Type.Object({
  at: Moment,
  kind: OneOf(orderEventKinds),
  amount: Nullable(Fen),
  channel: Nullable(OneOf(orderChannels)),
  /** The number under which the channel or the bank knows it. */
  number: Nullable(Type.String()),
  /** Member of the office who did it; the learner is not told. */
  person: Nullable(Type.String()),
  /** A reason or a note; of an order that was cancelled, the code of why. */
  text: Nullable(Type.String()),
  /** Note of the office to the learner, whose text it is. */
  learnerNote: Nullable(Type.String()),
})
export type OrderEvent = Static<typeof OrderEvent>

export const orderHistoryCalls = {
  find: call('/base/my-order-entity/find-history.action', {
    allow: ['learner', '/order-manage/list'],
    viewable: true,
    input: Type.Object({ orderId: Id }),
    output: Type.Object({ events: Type.Array(OrderEvent) }),
    summary:
      'What happened to an order and its money, the oldest first; notes and codes are for the office alone',
  }),
}
