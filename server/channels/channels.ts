import type { PaymentChannel } from './payment.ts'
import type { SmsChannel } from './sms.ts'

/** The edges of the product; a channel that is not configured is null and its service refuses clearly. */
export interface Channels {
  readonly sms: SmsChannel | null
  readonly payment: PaymentChannel | null
}
