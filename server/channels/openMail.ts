import type { Db } from '../db.ts'
import type { Environment } from '../environment.ts'
import { type MailChannel, smtpMail } from './mail.ts'

/** Puts mails into the demo's outbox; nothing leaves the machine. */
export function localMail(db: Db): MailChannel {
  return {
    async send({ to, subject, text, outId, attachments = [] }) {
      const lines = [subject, text, ...attachments.map(({ name }) => name)]
      await db`
        insert into outbox_messages ${db({ channel: 'mail', recipient: to, text: lines.join('\n'), outId })}`
      return `<${outId}@local>`
    },
  }
}

/** Opens the channel of mails: the configured server, the outbox in demo mode, null otherwise. */
export function openMail(db: Db, environment: Environment): MailChannel | null {
  if (environment.mail) return smtpMail(environment.mail)
  return environment.demo ? localMail(db) : null
}
