import { createHash } from 'node:crypto'
import type { Db } from '../db.ts'
import { aliyunSignature, canonicalQuery } from './aliyun.ts'
import type { Transport } from './carrier.ts'
import { tencentAuthorization, tencentSignature } from './tencent.ts'

/** A text message as the local carrier took it. */
export interface CarriedText {
  outId: string
  mobile: string
  sign: string
  templateId: string
  text: string
  /** ISO 8601. */
  at: string
}

/** Store in which the local carrier keeps what it took. */
interface CarriedTexts {
  save(text: CarriedText): Promise<void>
  find(mobile: string): Promise<CarriedText[]>
}

/** Account at the local carrier: the customer's key and what was approved for it. */
export interface LocalCarrierAccount {
  keyId: string
  keySecret: string
  /** Tencent's SDK app. */
  appId: string
  /** Approved templates by their ids; one that is not there is refused. */
  templates: ReadonlyMap<string, string>
  texts: CarriedTexts
  /**
   * Reported state of a text: received, unless a test says otherwise. Null is one without a receipt,
   * `unlisted` one that the carrier took and does not list yet.
   */
  reportOf?: (text: CarriedText) => 'delivered' | 'failed' | 'unlisted' | null
}

/** Seconds a signed request may be old. */
const freshSeconds = 300
/** A moment's day in Shanghai, as Alibaba Cloud writes it. */
const shanghaiDay = (at: string) =>
  new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** An answer of the carrier that is a fault, with its code. */
class Fault extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A template with its places filled; every place has a value, and no value is without one. */
function filled(template: string, values: ReadonlyMap<string, string>, code: string): string {
  const places = [...template.matchAll(/\$?\{(\w+)\}/g)].map((match) => match[1]!)
  if (places.length !== values.size || places.some((place) => !values.has(place))) {
    throw new Fault(code, 'the parameters do not fit the template')
  }
  return template.replace(/\$?\{(\w+)\}/g, (_, place: string) => values.get(place)!)
}

/**
 * The carrier of a machine without a contract: it answers as Alibaba Cloud and Tencent Cloud do, checks their
 * signatures as they do, and sends nothing. Also the double of both in tests.
 */
export function localCarrier(account: LocalCarrierAccount): Transport {
  const { keyId, keySecret, templates, texts } = account
  const reportOf = account.reportOf ?? (() => 'delivered' as const)

  async function take(text: Omit<CarriedText, 'at'>): Promise<string> {
    if (!/^1[3-9]\d{9}$/.test(text.mobile)) throw new Fault('isv.MOBILE_NUMBER_ILLEGAL', 'not a number')
    await texts.save({ ...text, at: new Date().toISOString() })
    return sha256(text.outId).slice(0, 20)
  }
  const templateOf = (id: string, code: string) => {
    const template = templates.get(id)
    if (template === undefined) throw new Fault(code, 'no such template')
    return template
  }

  async function aliyun(request: Request): Promise<object> {
    const url = new URL(request.url)
    const params = Object.fromEntries(url.searchParams)
    const [, credential, signed = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=([^,]*),SignedHeaders=([^,]*),Signature=([0-9a-f]{64})$/.exec(
        request.headers.get('authorization') ?? '',
      ) ?? []
    const body = await request.text()
    const headers = { ...Object.fromEntries(request.headers), host: url.host } as Record<string, string>
    const names = signed.split(';')
    if (credential !== keyId) throw new Fault('InvalidAccessKeyId.NotFound', 'unknown key')
    const age = Math.abs(Date.now() - Date.parse(headers['x-acs-date'] ?? '')) / 1000
    if (!(age < freshSeconds)) throw new Fault('InvalidTimeStamp.Expired', 'the request is not of this time')
    const wanted = aliyunSignature(
      keySecret,
      { method: request.method, query: canonicalQuery(params), headers, body },
      names,
    )
    const covers = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-version']
    if (wanted !== signature || covers.some((name) => !names.includes(name))) {
      throw new Fault('SignatureDoesNotMatch', 'the signature is wrong')
    }
    const ok = { Code: 'OK', Message: 'OK', RequestId: sha256(request.url).slice(0, 32) }
    switch (headers['x-acs-action']) {
      case 'SendSms': {
        const {
          PhoneNumbers = '',
          SignName = '',
          TemplateCode = '',
          TemplateParam = '{}',
          OutId = '',
        } = params
        if (!SignName) throw new Fault('isv.SMS_SIGNATURE_ILLEGAL', 'no sign')
        const values = new Map(Object.entries(JSON.parse(TemplateParam) as Record<string, string>))
        const template = templateOf(TemplateCode, 'isv.SMS_TEMPLATE_ILLEGAL')
        const text = `【${SignName}】${filled(template, values, 'isv.TEMPLATE_MISSING_PARAMETERS')}`
        const sent = { outId: OutId, mobile: PhoneNumbers, sign: SignName, templateId: TemplateCode, text }
        return { ...ok, BizId: await take(sent) }
      }
      case 'QuerySendDetails': {
        const page = Number(params.CurrentPage)
        const size = Math.min(Number(params.PageSize), 50)
        const found = (await texts.find(params.PhoneNumber ?? '')).filter(
          (text) => reportOf(text) !== 'unlisted' && shanghaiDay(text.at) === params.SendDate,
        )
        const states = { delivered: 3, failed: 2, unlisted: 1 } as const
        return {
          ...ok,
          TotalCount: String(found.length),
          SmsSendDetailDTOs: {
            SmsSendDetailDTO: found.slice((page - 1) * size, page * size).map((text) => {
              const report = reportOf(text)
              return {
                OutId: text.outId,
                PhoneNum: text.mobile,
                TemplateCode: text.templateId,
                Content: text.text,
                SendStatus: report ? states[report] : 1,
                ErrCode: report === 'failed' ? 'MOBILE_NOT_ON_SERVICE' : 'DELIVERED',
              }
            }),
          },
        }
      }
      case 'QuerySmsTemplate':
        return {
          ...ok,
          TemplateCode: params.TemplateCode,
          TemplateContent: templateOf(params.TemplateCode ?? '', 'isv.SMS_TEMPLATE_ILLEGAL'),
          TemplateStatus: 1,
        }
      default:
        throw new Fault('InvalidAction.NotFound', 'no such action')
    }
  }

  async function tencent(request: Request): Promise<object> {
    const action = request.headers.get('x-tc-action')
    const timestamp = request.headers.get('x-tc-timestamp') ?? ''
    const service = action === 'IdCardVerification' ? 'faceid' : 'sms'
    const body = await request.text()
    const signed = tencentSignature(keySecret, { service, host: new URL(request.url).host, body, timestamp })
    if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < freshSeconds)) {
      throw new Fault('AuthFailure.SignatureExpire', 'the request is not of this time')
    }
    if (request.headers.get('authorization') !== tencentAuthorization(keyId, signed)) {
      throw new Fault('AuthFailure.SignatureFailure', 'the signature is wrong')
    }
    const input = JSON.parse(body) as Record<string, unknown>
    switch (action) {
      case 'SendSms': {
        if (input.SmsSdkAppId !== account.appId) {
          throw new Fault('UnauthorizedOperation.SdkAppIdIsDisabled', 'unknown app')
        }
        const [number = ''] = input.PhoneNumberSet as string[]
        const mobile = number.replace(/^\+86/, '')
        const outId = String(input.SessionContext ?? '')
        const values = (input.TemplateParamSet as string[]).map((value, i) => [String(i + 1), value] as const)
        const sent = { SerialNo: '', PhoneNumber: number, Fee: 0, SessionContext: outId, IsoCode: 'CN' }
        try {
          const templateId = String(input.TemplateId)
          const template = templateOf(templateId, 'FailedOperation.TemplateIncorrectOrUnapproved')
          const wording = filled(
            template,
            new Map(values),
            'FailedOperation.TemplateParamSetNotMatchApprovedTemplate',
          )
          const sign = String(input.SignName)
          const text = { outId, mobile, sign, templateId, text: `【${sign}】${wording}` }
          return {
            SendStatusSet: [
              { ...sent, SerialNo: await take(text), Fee: 1, Code: 'Ok', Message: 'send success' },
            ],
          }
        } catch (error) {
          if (!(error instanceof Fault)) throw error
          return { SendStatusSet: [{ ...sent, Code: error.code, Message: error.message }] }
        }
      }
      case 'PullSmsSendStatusByPhoneNumber': {
        const found = await texts.find(String(input.PhoneNumber).replace(/^\+86/, ''))
        return {
          PullSmsSendStatusSet: found.flatMap((text) => {
            const report = reportOf(text)
            if (!report || report === 'unlisted') return []
            const isDelivered = report === 'delivered'
            return {
              SerialNo: sha256(text.outId).slice(0, 20),
              PhoneNumber: `+86${text.mobile}`,
              ReportStatus: isDelivered ? 'SUCCESS' : 'FAIL',
              Description: isDelivered ? 'DELIVRD' : 'UNKNOWN_NUMBER',
              SessionContext: text.outId,
            }
          }),
        }
      }
      case 'DescribeSmsTemplateList': {
        const found = (input.TemplateIdSet as number[]).flatMap((id) => {
          const text = templates.get(String(id))
          return text === undefined ? [] : { TemplateId: id, StatusCode: 0, TemplateContent: text }
        })
        return { DescribeTemplateStatusSet: found }
      }
      case 'IdCardVerification':
        // Everyone under the name they give, save one family name, so that both answers can be seen.
        return String(input.Name).startsWith('假')
          ? { Result: '-1', Description: '姓名和身份证号不一致' }
          : { Result: '0', Description: '姓名和身份证号一致' }
      default:
        throw new Fault('InvalidAction', 'no such action')
    }
  }

  return async (request) => {
    const isTencent = request.headers.has('x-tc-action')
    try {
      if (!isTencent) return Response.json(await aliyun(request))
      const found = await tencent(request)
      return Response.json({ Response: { ...found, RequestId: sha256(request.url).slice(0, 32) } })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const { code, message } = error
      return isTencent
        ? Response.json({ Response: { Error: { Code: code, Message: message } } })
        : Response.json({ Code: code, Message: message }, { status: code.startsWith('isv.') ? 200 : 400 })
    }
  }
}

/** The outbox of the demo, which shows it at `/dev/outbox`. */
export function outbox(db: Db): CarriedTexts {
  return {
    async save({ outId, mobile, sign, templateId, text }) {
      await db`
        insert into outbox_messages ${db({ channel: 'sms', recipient: mobile, text, outId, sign, templateId })}`
    },
    async find(mobile) {
      return db<CarriedText[]>`
        select coalesce(out_id, '') as out_id, recipient as mobile, coalesce(sign, '') as sign,
          coalesce(template_id, '') as template_id, text, created_at as at
        from outbox_messages where channel = 'sms' and recipient = ${mobile} order by created_at desc limit 500`
    },
  }
}
