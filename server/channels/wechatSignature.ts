import {
  createCipheriv,
  createDecipheriv,
  createSign,
  createVerify,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** WeChat Pay API v3 on the wire: what is signed, how, and how notices are sealed. Both ends stand on it. */

/** Seconds a signed message may be old or early. */
export const freshSeconds = 300

const scheme = 'WECHATPAY2-SHA256-RSA2048'

/** A fresh random word for a signature. */
export const newNonce = () => randomBytes(16).toString('hex')

export function signText(key: KeyObject, text: string): string {
  return createSign('sha256').update(text).sign(key, 'base64')
}

/** True if a signature is the key's over this text, in canonical base64 and nothing around it. */
export function verifyText(key: KeyObject, text: string, signature: string): boolean {
  if (Buffer.from(signature, 'base64').toString('base64') !== signature) return false
  return createVerify('sha256').update(text).verify(key, signature, 'base64')
}

/** Text a request's signature covers; `path` with its query. */
export const requestText = (
  method: string,
  path: string,
  sent: { timestamp: string; nonce: string },
  body: string,
) => `${method}\n${path}\n${sent.timestamp}\n${sent.nonce}\n${body}\n`

/** Text the signature of a reply or a notice covers. */
export const replyText = (sent: { timestamp: string; nonce: string }, body: string) =>
  `${sent.timestamp}\n${sent.nonce}\n${body}\n`

/** Signer of a request, and the signature. */
interface Authorization {
  mchid: string
  serial: string
  timestamp: string
  nonce: string
  signature: string
}

/** The Authorization header of a merchant's request. */
export function writeAuthorization(given: Authorization): string {
  const { mchid, serial, timestamp, nonce, signature } = given
  return `${scheme} mchid="${mchid}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serial}"`
}

/** Reads an Authorization header; null when it is not of the scheme or misses a part. */
export function readAuthorization(header: string | undefined): Authorization | null {
  if (!header?.startsWith(`${scheme} `)) return null
  const parts = new Map([...header.matchAll(/(\w+)="([^"]*)"/g)].map((match) => [match[1]!, match[2]!]))
  const [mchid, serial, timestamp, nonce, signature] = [
    'mchid',
    'serial_no',
    'timestamp',
    'nonce_str',
    'signature',
  ].map((name) => parts.get(name))
  return mchid && serial && timestamp && nonce && signature
    ? { mchid, serial, timestamp, nonce, signature }
    : null
}

/** The headers that sign a reply or a notice. */
export function signedHeaders(
  key: KeyObject,
  serial: string,
  body: string,
  at: number,
): Record<string, string> {
  const sent = { timestamp: String(Math.floor(at / 1000)), nonce: newNonce() }
  return {
    'wechatpay-timestamp': sent.timestamp,
    'wechatpay-nonce': sent.nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': signText(key, replyText(sent, body)),
  }
}

/** The sealed part of a notice. */
export interface SealedResource {
  algorithm: 'AEAD_AES_256_GCM'
  original_type: string
  associated_data: string
  nonce: string
  ciphertext: string
}

const tagBytes = 16

export function sealResource(apiV3Key: string, kind: string, clear: string): SealedResource {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce))
  cipher.setAAD(Buffer.from(kind))
  const ciphertext = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    original_type: kind,
    associated_data: kind,
    nonce,
    ciphertext: ciphertext.toString('base64'),
  }
}

/** Opens what a notice seals; throws when it was sealed with another key or altered. */
export function openResource(apiV3Key: string, sealed: SealedResource): string {
  const bytes = Buffer.from(sealed.ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(sealed.nonce), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(sealed.associated_data)).setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
}

/** Text the merchant signs for WeChat's own payment window. */
export const bridgeText = (request: {
  appId: string
  timeStamp: string
  nonceStr: string
  package: string
}) => `${request.appId}\n${request.timeStamp}\n${request.nonceStr}\n${request.package}\n`
