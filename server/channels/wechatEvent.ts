import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** An official account's events on the wire: what is signed, how they are sealed, and their XML. Both ends stand on it. */

/** Secrets the account and WeChat share, as entered on both sides. */
export interface WechatEventKeys {
  appId: string
  /** 3 to 32 letters and digits. */
  token: string
  /** EncodingAESKey: 43 characters, the base64 of 32 bytes without its `=`. */
  aesKey: string
}

/** Seconds a signed event may be old or early. */
export const eventFreshSeconds = 300

/** A message that is not WeChat's, or not for this account; nothing of it may be believed. */
export class ForgedEvent extends Error {}

/** SHA-1 over the parts in the order of their characters, as the platform prescribes. */
export function wechatSignature(...parts: string[]): string {
  return createHash('sha1').update(parts.sort().join('')).digest('hex')
}

function isSame(given: unknown, wanted: string): boolean {
  if (typeof given !== 'string') return false
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const block = 32
const keyOf = (aesKey: string) => Buffer.from(`${aesKey}=`, 'base64')

/** Seals a message for an account: 16 random bytes, its length, the message, the app's id; AES-256-CBC. */
export function sealMessage(keys: WechatEventKeys, message: string): string {
  const key = keyOf(keys.aesKey)
  const body = Buffer.from(message)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const clear = Buffer.concat([randomBytes(16), length, body, Buffer.from(keys.appId)])
  const pad = block - (clear.length % block)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([
    cipher.update(clear),
    cipher.update(Buffer.alloc(pad, pad)),
    cipher.final(),
  ]).toString('base64')
}

/** Opens a sealed message; throws ForgedEvent when it was sealed with another key, for another app, or altered. */
export function openMessage(keys: WechatEventKeys, sealed: string): string {
  const key = keyOf(keys.aesKey)
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length === 0 || bytes.length % 16 !== 0) throw new ForgedEvent('not sealed')
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(bytes), decipher.final()])
  const pad = padded.at(-1)!
  const clear = padded.subarray(0, padded.length - pad)
  const length = clear.length >= 20 ? clear.readUInt32BE(16) : Number.POSITIVE_INFINITY
  if (pad < 1 || pad > block || 20 + length > clear.length) throw new ForgedEvent('sealed with another key')
  if (clear.subarray(20 + length).toString('utf8') !== keys.appId) throw new ForgedEvent('for another app')
  return clear.subarray(20, 20 + length).toString('utf8')
}

// Entities stay as they are written: an event has none, and none may be made of one.
const parser = new XMLParser({ parseTagValue: false, processEntities: false, ignoreAttributes: true })
const builder = new XMLBuilder({ cdataPropName: '__cdata' })

/** The fields below `<xml>`, or null when a text is not such a document. */
export function readXml(text: string): Record<string, unknown> | null {
  try {
    const { xml } = parser.parse(text) as { xml?: unknown }
    return typeof xml === 'object' && xml !== null ? (xml as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Fields as the XML WeChat reads; every text in CDATA. */
export function writeXml(fields: Readonly<Record<string, string | number>>): string {
  const wrapped = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : { __cdata: value.replaceAll(']]>', ']] >') },
  ])
  return builder.build({ xml: Object.fromEntries(wrapped) }) as string
}

/** Query WeChat writes into the address it calls. */
export interface EventQuery {
  signature?: string
  timestamp?: string
  nonce?: string
  echostr?: string
  encrypt_type?: string
  msg_signature?: string
}

/** True if WeChat signed an address, of late. */
export function isSignedAddress(keys: WechatEventKeys, query: EventQuery, now = Date.now()): boolean {
  const { signature, timestamp, nonce } = query
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp) || typeof nonce !== 'string')
    return false
  if (Math.abs(now / 1000 - Number(timestamp)) > eventFreshSeconds) return false
  return isSame(signature, wechatSignature(keys.token, timestamp, nonce))
}

const Event = Type.Object({
  ToUserName: Type.String(),
  FromUserName: Type.String({ minLength: 1, maxLength: 128 }),
  CreateTime: Type.String(),
  MsgType: Type.String(),
  Event: Type.Optional(Type.String()),
  EventKey: Type.Optional(Type.String()),
  MsgID: Type.Optional(Type.String()),
  Status: Type.Optional(Type.String()),
})

/** An event that is truly WeChat's. */
interface WechatEvent {
  /** The account's own name at WeChat. */
  account: string
  openId: string
  kind: 'subscribe' | 'scan' | 'unsubscribe' | 'receipt' | 'other'
  /** The scene of the code that was scanned, or null. */
  scene: string | null
  /** Receipt for a message of a template: WeChat's number of it, and why it failed, or null. */
  receipt: { carrierId: string; failure: string | null } | null
}

/**
 * Reads an event. Only sealed ones are taken: in the plain mode the signature does not cover the body, so anyone who has
 * seen one address could write any event. Throws ForgedEvent.
 */
export function readEvent(keys: WechatEventKeys, query: EventQuery, body: string): WechatEvent {
  if (!isSignedAddress(keys, query)) throw new ForgedEvent('the address is not signed by WeChat')
  const sealed = readXml(body)?.Encrypt
  if (query.encrypt_type !== 'aes' || typeof sealed !== 'string') throw new ForgedEvent('not sealed')
  const wanted = wechatSignature(keys.token, query.timestamp!, query.nonce!, sealed)
  if (!isSame(query.msg_signature, wanted)) throw new ForgedEvent('the message is not signed by WeChat')
  const event = readXml(openMessage(keys, sealed))
  if (!Value.Check(Event, event)) throw new ForgedEvent('not of the shape of an event')
  const key = event.EventKey ?? ''
  const kinds: Record<string, WechatEvent['kind']> = {
    subscribe: 'subscribe',
    SCAN: 'scan',
    unsubscribe: 'unsubscribe',
    TEMPLATESENDJOBFINISH: 'receipt',
  }
  const kind = (event.MsgType === 'event' && kinds[event.Event ?? '']) || 'other'
  const scene = kind === 'scan' ? key : kind === 'subscribe' && key.startsWith('qrscene_') ? key.slice(8) : ''
  const receipt =
    kind === 'receipt' && event.MsgID
      ? {
          carrierId: event.MsgID,
          failure: event.Status === 'success' ? null : (event.Status ?? '').slice(0, 60),
        }
      : null
  return { account: event.ToUserName, openId: event.FromUserName, kind, scene: scene || null, receipt }
}

/** A message with its signatures: the body, and the query that goes with it. */
export function sealedEnvelope(
  keys: WechatEventKeys,
  message: string,
): { body: string; query: Required<Omit<EventQuery, 'echostr'>> } {
  const sent = { timestamp: String(Math.floor(Date.now() / 1000)), nonce: randomBytes(8).toString('hex') }
  const sealed = sealMessage(keys, message)
  const msgSignature = wechatSignature(keys.token, sent.timestamp, sent.nonce, sealed)
  return {
    body: writeXml({
      Encrypt: sealed,
      MsgSignature: msgSignature,
      TimeStamp: Number(sent.timestamp),
      Nonce: sent.nonce,
    }),
    query: {
      ...sent,
      signature: wechatSignature(keys.token, sent.timestamp, sent.nonce),
      encrypt_type: 'aes',
      msg_signature: msgSignature,
    },
  }
}

/** A text that WeChat shows to anyone who an event came from, as the answer to it. */
export function textReply(keys: WechatEventKeys, event: WechatEvent, text: string): string {
  const message = writeXml({
    ToUserName: event.openId,
    FromUserName: event.account,
    CreateTime: Math.floor(Date.now() / 1000),
    MsgType: 'text',
    Content: text,
  })
  return sealedEnvelope(keys, message).body
}
