import type { FaceChannel } from './face.ts'
import type { IdentityChannel } from './identity.ts'
import type { InvoiceProvider } from './invoicing.ts'
import type { MailChannel } from './mail.ts'
import type { PaymentChannels } from './payment.ts'
import type { Receiver } from './receiver.ts'
import type { SmsChannel } from './sms.ts'

/** The edges of the product; a channel that is not configured is null and its service refuses clearly. */
export interface Channels {
  readonly sms: SmsChannel | null
  readonly mail: MailChannel | null
  readonly payment: PaymentChannels
  /** The provider of invoices for projects without a contract of their own; without it a person enters them. */
  readonly invoicing: InvoiceProvider | null
  /** Without it only the portal's own records identify a person. */
  readonly identity: IdentityChannel | null
  /** Without it a person compares the photos. */
  readonly face: FaceChannel | null
  /** Other systems that results are sent to, at the addresses their projects name. */
  readonly receiver: Receiver
}
