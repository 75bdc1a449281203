import type { Db } from '../db.ts'

export interface SmsChannel {
  /** Hands a text to the carrier; resolves when the carrier has taken it. */
  send(mobile: string, text: string): Promise<void>
}

/** Stores messages in an outbox that demo mode shows at `/dev/outbox`; nothing leaves the machine. */
export function localSms(db: Db): SmsChannel {
  return {
    async send(mobile, text) {
      await db`insert into outbox_messages ${db({ channel: 'sms', recipient: mobile, text })}`
    },
  }
}
