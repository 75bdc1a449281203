import { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { CarrierRefused } from './carrier.ts'

/** A text message: a template that the carrier has approved, and what fills its places, in their order. */
interface SmsDraft {
  mobile: string
  sign: string
  templateId: string
  values: readonly (readonly [place: string, value: string])[]
  /** Our own number of it, which the carrier returns with its report. */
  outId: string
}

/** Report of the carrier on a message that it took. */
export interface SmsReport {
  carrierId: string | null
  state: 'sent' | 'delivered' | 'failed'
  /** The carrier's code for what went wrong. */
  code: string | null
}

/** A message that was sent, or may have been. */
interface SmsQuery {
  mobile: string
  outId: string
  /** Time it was handed over, ISO 8601. */
  since: string
}

/** A template as the carrier has it. */
interface SmsTemplate {
  /** With its places, in the order of the text: `${code}` at one carrier, `{1}` at the other. */
  text: string
  isApproved: boolean
}

/** A carrier of text messages. Every method may throw CarrierRefused. */
export interface SmsChannel {
  readonly name: 'aliyun' | 'tencent'
  /** Templates and sign of the local carrier, by the kinds they are for: it has them without being asked. */
  readonly own?: { sign: string; templates: ReadonlyMap<string, string> }
  /** Hands a message over; returns the carrier's number of it. */
  send(draft: SmsDraft): Promise<string>
  /** Finds a message under our number; null if the carrier never got it, or does not list it yet. */
  find(sent: SmsQuery): Promise<SmsReport | null>
  /** A template by its id; null when there is none. */
  findTemplate(id: string): Promise<SmsTemplate | null>
}

/** An answer of a carrier as its documentation says it is; anything else is no answer. */
export function shaped<T extends TSchema>(schema: T, answer: unknown): Static<T> {
  if (!Value.Check(schema, answer)) throw new CarrierRefused('noAnswer', 'an answer of another shape', true)
  return answer
}
