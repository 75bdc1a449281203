import { createHash, createHmac } from 'node:crypto'
import { askCarrier, CarrierRefused, type Transport } from './carrier.ts'

/** A key of Tencent Cloud and where one of its services answers. */
export interface TencentKey {
  keyId: string
  keySecret: string
  baseUrl: string
  transport?: Transport
}

interface TencentApi {
  service: 'sms' | 'faceid'
  action: string
  version: string
  region: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const algorithm = 'TC3-HMAC-SHA256'
const contentType = 'application/json; charset=utf-8'
const signedHeaders = 'content-type;host'

/** The signature of a request (API 3.0, TC3-HMAC-SHA256): over its type, its host and its body. */
export function tencentSignature(
  keySecret: string,
  request: { service: string; host: string; body: string; timestamp: string },
): { scope: string; signature: string } {
  const { service, host, body, timestamp } = request
  const day = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const headers = `content-type:${contentType}\nhost:${host}\n`
  const canonical = ['POST', '/', '', headers, signedHeaders, sha256(body)].join('\n')
  const text = [algorithm, timestamp, scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${keySecret}`, day), service), 'tc3_request')
  return { scope, signature: hmac(key, text).toString('hex') }
}

/** The header that carries a signature. */
export const tencentAuthorization = (
  keyId: string,
  { scope, signature }: { scope: string; signature: string },
) => `${algorithm} Credential=${keyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`

/** Errors for the moment: the carrier is busy or failed inside. */
const passing = /^(InternalError|RequestLimitExceeded|ResourceUnavailable|LimitExceeded\.PhoneNumberThirty)/

/** Calls an action of Tencent Cloud; returns its `Response`. May throw CarrierRefused with its code. */
export async function askTencent(key: TencentKey, api: TencentApi, input: object): Promise<object> {
  const body = JSON.stringify(input)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const { host } = new URL(key.baseUrl)
  const signed = tencentSignature(key.keySecret, { service: api.service, host, body, timestamp })
  const request = new Request(`${key.baseUrl}/`, {
    method: 'POST',
    body,
    headers: {
      'content-type': contentType,
      authorization: tencentAuthorization(key.keyId, signed),
      'x-tc-action': api.action,
      'x-tc-version': api.version,
      'x-tc-timestamp': timestamp,
      'x-tc-region': api.region,
    },
  })
  const answer = (await askCarrier(key.transport ?? fetch, request)) as {
    Response?: { Error?: { Code?: string; Message?: string } }
  } | null
  const { Response } = answer ?? {}
  if (!Response) throw new CarrierRefused('noAnswer', 'an answer of another shape', true)
  const fault = Response.Error
  if (fault) {
    const code = String(fault.Code)
    throw new CarrierRefused(code, fault.Message ?? '', passing.test(code))
  }
  return Response
}
