import type { MessageKind } from '../../contract/message.ts'
import type { Db } from '../db.ts'
import type { Environment, SmsContract } from '../environment.ts'
import { localCarrier, outbox } from './localCarrier.ts'
import { aliyunSms } from './aliyunSms.ts'
import type { SmsChannel } from './sms.ts'
import { tencentSms } from './tencentSms.ts'

/** The driver of a contract. */
function contracted({ provider, appId, ...key }: SmsContract): SmsChannel {
  return provider === 'aliyun' ? aliyunSms(key) : tencentSms(key, appId!)
}

/** The id under which the local carrier has the template of a kind: the kinds in their order. */
const templateIdOf = (i: number) => `SMS_${100_000_001 + i}`

/** The sign before every text of the local carrier. */
const sign = '继续教育'

/**
 * The local carrier as a channel: the real driver, signed and checked, without leaving the process. It has approved
 * the words of every kind it is given.
 */
export function localSms(db: Db, kinds: readonly MessageKind[]): SmsChannel {
  const own = { sign, templates: new Map(kinds.map(({ code }, i) => [code, templateIdOf(i)])) }
  const texts = kinds.map(({ text }, i) => [templateIdOf(i), text.zh.replace(/\{(\w+)\}/g, '${$1}')] as const)
  const key = { keyId: 'local', keySecret: 'local', appId: '1400000000' }
  const transport = localCarrier({ ...key, templates: new Map(texts), texts: outbox(db) })
  return { ...aliyunSms({ ...key, baseUrl: 'https://dysmsapi.local', transport }), own }
}

/** Opens the channel of text messages: the contract's carrier, the local one in demo mode, null otherwise. */
export function openSms(db: Db, environment: Environment, kinds: readonly MessageKind[]): SmsChannel | null {
  if (environment.sms) return contracted(environment.sms)
  return environment.demo ? localSms(db, kinds) : null
}
