import { createHash, createHmac, randomUUID } from 'node:crypto'
import { askCarrier, type Transport } from './carrier.ts'

/** A key of Alibaba Cloud and where its service answers. */
export interface AliyunKey {
  keyId: string
  keySecret: string
  baseUrl: string
  transport?: Transport
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const algorithm = 'ACS3-HMAC-SHA256'

/** The query as it is signed: sorted by name, every name and value percent-encoded. */
export function canonicalQuery(params: Readonly<Record<string, string>>): string {
  return Object.keys(params)
    .toSorted()
    .map((name) => `${encode(name)}=${encode(params[name]!)}`)
    .join('&')
}

/** The signature of a request (V3, ACS3-HMAC-SHA256) over the named headers. */
export function aliyunSignature(
  keySecret: string,
  request: { method: string; query: string; headers: Readonly<Record<string, string>>; body: string },
  signed: readonly string[],
): string {
  const headers = signed.map((name) => `${name}:${(request.headers[name] ?? '').trim()}\n`).join('')
  const canonical = [
    request.method,
    '/',
    request.query,
    headers,
    signed.join(';'),
    sha256(request.body),
  ].join('\n')
  return createHmac('sha256', keySecret)
    .update(`${algorithm}\n${sha256(canonical)}`)
    .digest('hex')
}

/** Calls an action of Alibaba Cloud (RPC style, signature V3); may throw CarrierRefused without an answer. */
export async function askAliyun(
  key: AliyunKey,
  api: { action: string; version: string },
  params: Readonly<Record<string, string>>,
): Promise<unknown> {
  const query = canonicalQuery(params)
  const headers: Record<string, string> = {
    host: new URL(key.baseUrl).host,
    'x-acs-action': api.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': `${new Date().toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': api.version,
  }
  const signed = Object.keys(headers).toSorted()
  const signature = aliyunSignature(key.keySecret, { method: 'POST', query, headers, body: '' }, signed)
  const request = new Request(`${key.baseUrl}/?${query}`, {
    method: 'POST',
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'host')),
      accept: 'application/json',
      authorization: `${algorithm} Credential=${key.keyId},SignedHeaders=${signed.join(';')},Signature=${signature}`,
    },
  })
  return askCarrier(key.transport ?? fetch, request)
}
