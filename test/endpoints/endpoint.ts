import type { Call } from '../../contract/call.ts'
import type { World } from '../harness.ts'

/** A response: the code of the envelope and the complete body. */
export interface Reply {
  status: number
  respCode: number
  text: string
}

let caller = 0

/** Calls as the holder of a token, from a new address each time: rate limits are tested elsewhere. */
export async function callEndpoint(
  world: World,
  call: Call,
  input: Record<string, unknown>,
  token: string | null,
  path = call.path,
): Promise<Reply> {
  const address = `10.${(++caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`
  const headers = { 'accept-language': 'en', ...(token ? { token } : {}) }
  const request =
    call.method === 'GET'
      ? { url: `/api${path}?${asQuery(input)}` }
      : call.body === 'multipart'
        ? { url: `/api${path}`, ...asForm(input) }
        : { url: `/api${path}`, payload: input as object }
  const response = await world.portal.http.inject({
    method: call.method,
    remoteAddress: address,
    ...request,
    headers: { ...headers, ...('headers' in request ? request.headers : {}) },
  })
  const isEnvelope = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    respCode: isEnvelope ? response.json<{ respCode: number }>().respCode : 200,
    text: response.payload,
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function asQuery(input: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(Object.entries(input).map(([name, value]) => [name, asText(value)]))
}

function asForm(input: Record<string, unknown>) {
  const boundary = 'jixu-form-boundary'
  const part = (head: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const fields = Object.entries(input).map(([name, value]) => part(`name="${name}"`, asText(value)))
  const file = part(
    'name="file"; filename="a.pdf"\r\nContent-Type: application/pdf',
    '%PDF-1.7 no such thing',
  )
  return {
    payload: `${fields.join('')}${file}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
