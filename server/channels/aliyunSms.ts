import { type TSchema, Type } from 'typebox'
import { type AliyunKey, askAliyun } from './aliyun.ts'
import { CarrierRefused } from './carrier.ts'
import { shaped, type SmsChannel } from './sms.ts'

/** Milliseconds of a day, and by how many of them Shanghai is ahead. */
const day = 86_400_000
const ahead = 8 * 3_600_000

/**
 * The days in Shanghai, as 20261123, on which a text handed over at a moment may have been taken: a try before midnight
 * may end, or be made again, after it. A day to come is none.
 */
function daysOf(moment: string): string[] {
  const begin = Date.parse(moment)
  const days = [begin, begin + day].map((at) =>
    new Date(at + ahead).toISOString().slice(0, 10).replaceAll('-', ''),
  )
  return Date.now() + ahead >= (Math.floor((begin + ahead) / day) + 1) * day ? days : days.slice(0, 1)
}

const AliyunAnswer = Type.Object({ Code: Type.String(), Message: Type.Optional(Type.String()) })
const AliyunSent = Type.Object({ BizId: Type.String() })
const AliyunTemplate = Type.Object({ TemplateContent: Type.String(), TemplateStatus: Type.Integer() })
const AliyunReports = Type.Object({
  SmsSendDetailDTOs: Type.Object({
    SmsSendDetailDTO: Type.Array(
      Type.Object({
        OutId: Type.Optional(Type.String()),
        SendStatus: Type.Integer(),
        ErrCode: Type.Optional(Type.String()),
      }),
    ),
  }),
})
const aliyunPassing = /^(isp\.|isv\.BUSINESS_LIMIT_CONTROL|Throttling|ServiceUnavailable|InternalError)/
/** Texts that one answer lists, at most. */
const pageSize = 50
const aliyunStates = { 1: 'sent', 2: 'failed', 3: 'delivered' } as const

/** Alibaba Cloud's SMS service, Dysmsapi of 2017-05-25. */
export function aliyunSms(key: AliyunKey): SmsChannel {
  async function ask<T extends TSchema>(schema: T, action: string, params: Record<string, string>) {
    const answer = await askAliyun(key, { action, version: '2017-05-25' }, params)
    const { Code, Message } = shaped(AliyunAnswer, answer)
    if (Code !== 'OK') throw new CarrierRefused(Code, Message ?? '', aliyunPassing.test(Code))
    return shaped(schema, answer)
  }
  /** A text among all that a number was sent on some days. */
  async function findDetail(mobile: string, outId: string, days: readonly string[]) {
    for (const SendDate of days) {
      for (let current = 1, isLast = false; !isLast; current++) {
        const answer = await ask(AliyunReports, 'QuerySendDetails', {
          PhoneNumber: mobile,
          SendDate,
          PageSize: String(pageSize),
          CurrentPage: String(current),
        })
        const list = answer.SmsSendDetailDTOs.SmsSendDetailDTO
        const found = list.find((each) => each.OutId === outId)
        if (found) return found
        isLast = list.length < pageSize
      }
    }
    return null
  }
  return {
    name: 'aliyun',
    async send({ mobile, sign, templateId, values, outId }) {
      const sent = await ask(AliyunSent, 'SendSms', {
        PhoneNumbers: mobile,
        SignName: sign,
        TemplateCode: templateId,
        TemplateParam: JSON.stringify(Object.fromEntries(values)),
        OutId: outId,
      })
      return sent.BizId
    },
    async find({ mobile, outId, since }) {
      const found = await findDetail(mobile, outId, daysOf(since))
      if (!found) return null
      const state = aliyunStates[found.SendStatus as 1 | 2 | 3] ?? 'sent'
      return { carrierId: null, state, code: state === 'failed' ? (found.ErrCode ?? 'unknown') : null }
    },
    async findTemplate(id) {
      try {
        const found = await ask(AliyunTemplate, 'QuerySmsTemplate', { TemplateCode: id })
        return { text: found.TemplateContent, isApproved: found.TemplateStatus === 1 }
      } catch (error) {
        if (error instanceof CarrierRefused && /TEMPLATE_(ILLEGAL|CODE)|ILLEGAL_TEMPLATE/.test(error.code))
          return null
        throw error
      }
    },
  }
}
