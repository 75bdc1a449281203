import { Type } from 'typebox'
import { CarrierRefused } from './carrier.ts'
import { shaped, type SmsChannel } from './sms.ts'
import { askTencent, type TencentKey } from './tencent.ts'

const TencentSent = Type.Object({
  SendStatusSet: Type.Array(
    Type.Object({ SerialNo: Type.String(), Code: Type.String(), Message: Type.Optional(Type.String()) }),
    { minItems: 1 },
  ),
})
const TencentReports = Type.Object({
  PullSmsSendStatusSet: Type.Array(
    Type.Object({
      SerialNo: Type.String(),
      ReportStatus: Type.String(),
      Description: Type.Optional(Type.String()),
      SessionContext: Type.Optional(Type.String()),
    }),
  ),
})
const TencentTemplates = Type.Object({
  DescribeTemplateStatusSet: Type.Array(
    Type.Object({
      TemplateId: Type.Integer(),
      StatusCode: Type.Integer(),
      TemplateContent: Type.String(),
    }),
  ),
})

/** Tencent Cloud's SMS service, API 3.0 of 2021-01-11. */
export function tencentSms(key: TencentKey, appId: string): SmsChannel {
  const ask = (action: string, input: object) =>
    askTencent(key, { service: 'sms', action, version: '2021-01-11', region: 'ap-guangzhou' }, input)
  return {
    name: 'tencent',
    async send({ mobile, sign, templateId, values, outId }) {
      const answer = await ask('SendSms', {
        PhoneNumberSet: [`+86${mobile}`],
        SmsSdkAppId: appId,
        SignName: sign,
        TemplateId: templateId,
        TemplateParamSet: values.map(([, value]) => value),
        SessionContext: outId,
      })
      const { Code, Message, SerialNo } = shaped(TencentSent, answer).SendStatusSet[0]!
      if (Code === 'Ok') return SerialNo
      throw new CarrierRefused(
        Code,
        Message ?? '',
        /^(InternalError|LimitExceeded\.PhoneNumberThirty)/.test(Code),
      )
    },
    async find({ mobile, outId, since }) {
      const begin = Math.floor(Date.parse(since) / 1000)
      const answer = await ask('PullSmsSendStatusByPhoneNumber', {
        BeginTime: begin - 60,
        EndTime: begin + 3 * 86_400,
        Offset: 0,
        Limit: 100,
        PhoneNumber: `+86${mobile}`,
        SmsSdkAppId: appId,
      })
      const found = shaped(TencentReports, answer).PullSmsSendStatusSet.find(
        (each) => each.SessionContext === outId,
      )
      if (!found) return null
      const isDelivered = found.ReportStatus === 'SUCCESS'
      return {
        carrierId: found.SerialNo,
        state: isDelivered ? 'delivered' : 'failed',
        code: isDelivered ? null : (found.Description ?? 'FAIL').slice(0, 60),
      }
    },
    async findTemplate(id) {
      if (!/^\d{1,12}$/.test(id)) return null
      const answer = await ask('DescribeSmsTemplateList', { International: 0, TemplateIdSet: [Number(id)] })
      const found = shaped(TencentTemplates, answer).DescribeTemplateStatusSet.find(
        (each) => String(each.TemplateId) === id,
      )
      return found ? { text: found.TemplateContent, isApproved: found.StatusCode === 0 } : null
    },
  }
}
