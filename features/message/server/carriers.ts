import type { AppContext } from '../../../server/appContext.ts'
import { CarrierRefused } from '../../../server/channels/carrier.ts'
import type { SmsReport } from '../../../server/channels/sms.ts'
import type { Db } from '../../../server/db.ts'
import type { MessageChannel } from '../rules.ts'

/** A message of a template to a WeChat user. */
interface TemplateMessage {
  openId: string
  templateId: string
  values: readonly (readonly [place: string, value: string])[]
  /** The page it opens; null for none. */
  url: string | null
  outId: string
}

/** An official account that sends messages of templates. Its methods may throw CarrierRefused. */
export interface OfficialAccount {
  /** Returns WeChat's number of it; repeated with one `outId` it is shown once. */
  send(message: TemplateMessage): Promise<string>
  findTemplate(id: string): Promise<{ text: string; isApproved: boolean } | null>
}

/** Opens the official account that an account's open id is of, or that of a project; null for none. */
export type OpenOfficial = (app: AppContext, db: Db, projectId: string) => Promise<OfficialAccount | null>

/** Message to be sent, as a carrier takes it. */
export interface Draft {
  id: string
  projectId: string
  channel: MessageChannel
  outId: string
  /** The number, the mail address or the open id. */
  recipient: string
  templateId: string
  sign: string
  values: readonly (readonly [place: string, value: string])[]
  subject: string
  text: string
  url: string | null
  /** Start of an earlier try, and its last handover: the carrier may have the message. */
  begunAt: string | null
  handedAt: string | null
  /** True if it came too late. */
  isOver: boolean
  /** True if it may be handed over now; if not, the carrier is only asked whether it has it. */
  maySend: boolean
}

/** The carrier does not list a text that it may have taken: it is asked again later, or its time is over. */
export class NotListed extends Error {}

/**
 * Hands a draft to its carrier, unless the carrier has it from an earlier try; returns how it knows it. Throws
 * NotListed for one that may not be handed over now.
 */
export async function handOver(
  app: AppContext,
  openOfficial: OpenOfficial,
  draft: Draft,
): Promise<Pick<SmsReport, 'carrierId'>> {
  const { sms, mail } = app.channels
  const { recipient, outId, templateId, values, url } = draft
  switch (draft.channel) {
    case 'sms': {
      if (!sms) throw new CarrierRefused('noChannel', 'no carrier is configured')
      if (draft.begunAt) {
        const known = await sms.find({ mobile: recipient, outId, since: draft.begunAt })
        if (known) return known
        if (!draft.maySend) throw new NotListed('the carrier does not list it')
      }
      return {
        carrierId: await sms.send({ mobile: recipient, sign: draft.sign, templateId, values, outId }),
      }
    }
    case 'mail': {
      if (!mail) throw new CarrierRefused('noChannel', 'no server is configured')
      return {
        carrierId: await mail.send({ to: recipient, subject: draft.subject, text: draft.text, outId }),
      }
    }
    case 'wechat': {
      const official = await openOfficial(app, app.db, draft.projectId)
      if (!official) throw new CarrierRefused('noChannel', 'no official account is configured')
      return { carrierId: await official.send({ openId: recipient, templateId, values, url, outId }) }
    }
  }
}
