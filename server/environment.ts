import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AlipayMerchant } from './channels/alipay.ts'
import type { MailContract } from './channels/mail.ts'
import { nuonuoAddresses, type NuonuoContract } from './channels/nuonuoWire.ts'
import type { TencentKey } from './channels/tencent.ts'
import { providerAddresses } from './channels/payment.ts'
import type { WechatMerchant } from './channels/wechatPay.ts'

/** The contract with a carrier of text messages: its key, and for Tencent the SDK app. */
export interface SmsContract {
  provider: 'aliyun' | 'tencent'
  keyId: string
  keySecret: string
  appId: string | null
  baseUrl: string
}

/** Choices of the operator from outside; read once, checked once. */
export interface Environment {
  port: number
  host: string
  dataFolder: string
  /** Any PostgreSQL 15+; null starts the embedded one in the data folder. */
  databaseUrl: string | null
  /** The account that owns the tables, migrates and grants; DATABASE_URL is then the running program's. */
  databaseOwnerUrl: string | null
  /** Demo portal, demo accounts, local channels and `/dev` pages; before a start the database may still rule it out. */
  demo: boolean
  /** `demo` is set by DEMO, not merely allowed by host and address. */
  demoSet: boolean
  /** The slider captcha; off for automation only. */
  captcha: boolean
  /** 32 bytes as hex; null keeps a key file in the data folder. */
  secretKey: string | null
  /** Address learners reach the portal at, for links in certificates and payment notices. */
  publicUrl: string
  /** The contract with WeChat Pay; null leaves online payment to the demo's gateway, or closed. */
  wechatPay: WechatMerchant | null
  /** The contract with Alipay, as above. */
  alipay: AlipayMerchant | null
  /** The contract with 诺诺 for invoices, and where its services answer; null leaves them to the demo's, or to people. */
  nuonuo: (NuonuoContract & { services: string }) | null
  /** The contract for text messages; null leaves them to the demo's carrier, or closed. */
  sms: SmsContract | null
  /** The server for mails; null leaves them to the demo's outbox, or closed. */
  mail: MailContract | null
  /** The contract for the check of name and citizen ID; null leaves it to the demo, or closed. */
  identity: TencentKey | null
  /** Results may be sent into this machine’s own network, where an inner system receives them. */
  pushInner: boolean
  /** Addresses of proxies whose word about the visitor's address is taken. */
  trustProxy: string[]
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** A sentence for the operator, without a stack. */
export class OperatorError extends Error {}

function wrong(name: string, value: string, wanted: string): never {
  throw new OperatorError(`${name} is "${value}", but it must be ${wanted}.`)
}

function flag(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined || value === '') return fallback
  if (['1', 'on', 'true', 'yes'].includes(value.toLowerCase())) return true
  if (['0', 'off', 'false', 'no'].includes(value.toLowerCase())) return false
  return wrong(name, value, '1 or 0')
}

function readPem(name: string, file: string, kind: 'private' | 'public'): string {
  try {
    const pem = readFileSync(file, 'utf8')
    const key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem)
    if (key.asymmetricKeyType === 'rsa') return pem
  } catch {
    // Missing, unreadable or no key: one sentence serves them all.
  }
  return wrong(name, file, `the path of a PEM file with the RSA ${kind} key`)
}

/** The address a provider answers at; notices go to the portal's own, which has to be reachable. */
function readProviderUrl(name: string, value: string, publicUrl: string): string {
  if (!URL.canParse(value) || !value.startsWith('https://')) wrong(name, value, 'an https:// address')
  if (!publicUrl.startsWith('https://')) {
    wrong('PUBLIC_URL', publicUrl, 'an https:// address, because its notices are sent there')
  }
  return value.replace(/\/+$/, '')
}

function readWechatPay(env: Record<string, string | undefined>, publicUrl: string): WechatMerchant | null {
  const given = readContract(env, 'WECHATPAY', [
    'APP_ID',
    'MCH_ID',
    'SERIAL',
    'KEY_FILE',
    'API_V3_KEY',
    'PUBLIC_KEY_ID',
    'PUBLIC_KEY_FILE',
  ])
  if (!given) return null
  const apiV3Key = given.API_V3_KEY
  if (Buffer.byteLength(apiV3Key) !== 32) wrong('WECHATPAY_API_V3_KEY', '***', '32 characters')
  return {
    appId: given.APP_ID,
    mchId: given.MCH_ID,
    serial: given.SERIAL,
    privateKey: readPem('WECHATPAY_KEY_FILE', given.KEY_FILE, 'private'),
    apiV3Key,
    publicKeyId: given.PUBLIC_KEY_ID,
    publicKey: readPem('WECHATPAY_PUBLIC_KEY_FILE', given.PUBLIC_KEY_FILE, 'public'),
    baseUrl: readProviderUrl(
      'WECHATPAY_BASE_URL',
      env.WECHATPAY_BASE_URL || providerAddresses.wechat,
      publicUrl,
    ),
  }
}

function readAlipay(env: Record<string, string | undefined>, publicUrl: string): AlipayMerchant | null {
  const given = readContract(env, 'ALIPAY', ['APP_ID', 'SELLER_ID', 'KEY_FILE', 'PUBLIC_KEY_FILE'])
  if (!given) return null
  const sellerId = given.SELLER_ID
  if (!/^2088\d{12}$/.test(sellerId)) wrong('ALIPAY_SELLER_ID', sellerId, '16 digits that begin with 2088')
  const gateway = readProviderUrl('ALIPAY_GATEWAY', env.ALIPAY_GATEWAY || providerAddresses.alipay, publicUrl)
  return {
    appId: given.APP_ID,
    sellerId,
    privateKey: readPem('ALIPAY_KEY_FILE', given.KEY_FILE, 'private'),
    publicKey: readPem('ALIPAY_PUBLIC_KEY_FILE', given.PUBLIC_KEY_FILE, 'public'),
    gateway,
    pageGateway: gateway,
  }
}

function readNuonuo(env: Record<string, string | undefined>, publicUrl: string): Environment['nuonuo'] {
  const given = readContract(env, 'NUONUO', ['APP_KEY', 'APP_SECRET', 'TAX_NO'])
  if (!given) return null
  if (!/^[0-9A-Z]{15,20}$/.test(given.TAX_NO))
    wrong('NUONUO_TAX_NO', given.TAX_NO, 'the 15 to 20 letters and digits of a tax number')
  const usual = nuonuoAddresses.services
  return {
    appKey: given.APP_KEY,
    appSecret: given.APP_SECRET,
    token: env.NUONUO_TOKEN || null,
    taxNo: given.TAX_NO,
    services: readProviderUrl('NUONUO_SERVICES', env.NUONUO_SERVICES || usual, publicUrl),
  }
}

function readDatabaseUrl(name: string, value: string | undefined): string | null {
  if (value && !/^postgres(ql)?:\/\//.test(value))
    wrong(name, value.replace(/:[^:@/]*@/, ':***@'), 'a postgres:// address')
  return value || null
}

/** True if a host is a loopback address. */
const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** Reads the address of a carrier: on https, or on this machine. */
function readBaseUrl(name: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.pathname !== '/' || url.search) {
    wrong(name, given, 'an https:// address of a host, or an http:// address of this machine')
  }
  return url!.origin
}

/** The variables of a carrier by their short names: all that it needs, or null when none is set. */
function readContract<K extends string>(
  env: Record<string, string | undefined>,
  prefix: string,
  needed: readonly K[],
): Record<K, string> | null {
  const names = needed.map((name) => `${prefix}_${name}`)
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return null
  if (missing.length > 0) {
    throw new OperatorError(
      `${missing[0]} is not set, but ${names.join(', ')} belong together; set them all or none.`,
    )
  }
  return Object.fromEntries(needed.map((name, i) => [name, env[names[i]!]!])) as Record<K, string>
}

function readSms(env: Record<string, string | undefined>): SmsContract | null {
  const given = readContract(env, 'SMS', ['PROVIDER', 'KEY_ID', 'KEY_SECRET'])
  if (!given) return null
  const { PROVIDER: provider, KEY_ID: keyId, KEY_SECRET: keySecret } = given
  if (provider !== 'aliyun' && provider !== 'tencent')
    return wrong('SMS_PROVIDER', provider, 'aliyun or tencent')
  const appId = env.SMS_APP_ID || null
  if (provider === 'tencent' && !appId) {
    throw new OperatorError('SMS_APP_ID is not set, but Tencent sends by an SDK app; set it to its id.')
  }
  const usual = provider === 'aliyun' ? 'https://dysmsapi.aliyuncs.com' : 'https://sms.tencentcloudapi.com'
  return {
    provider,
    keyId,
    keySecret,
    appId,
    baseUrl: readBaseUrl('SMS_BASE_URL', env.SMS_BASE_URL || usual),
  }
}

function readMail(env: Record<string, string | undefined>): MailContract | null {
  const given = readContract(env, 'MAIL', ['SMTP_URL', 'FROM'])
  if (!given) return null
  const { SMTP_URL: url, FROM: from } = given
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || !new URL(url).hostname) {
    wrong('MAIL_SMTP_URL', '***', 'an smtps:// or smtp:// address, as smtps://name:password@smtp.example.cn')
  }
  if (!/^([^<>@\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(from)) {
    wrong('MAIL_FROM', from, 'an address, as no-reply@example.cn or Jixu <no-reply@example.cn>')
  }
  return { url, from }
}

function readIdentity(env: Record<string, string | undefined>): TencentKey | null {
  const given = readContract(env, 'IDENTITY', ['PROVIDER', 'KEY_ID', 'KEY_SECRET'])
  if (!given) return null
  if (given.PROVIDER !== 'tencent') wrong('IDENTITY_PROVIDER', given.PROVIDER, 'tencent')
  const baseUrl = readBaseUrl(
    'IDENTITY_BASE_URL',
    env.IDENTITY_BASE_URL || 'https://faceid.tencentcloudapi.com',
  )
  return { keyId: given.KEY_ID, keySecret: given.KEY_SECRET, baseUrl }
}

/** Reads and checks the environment; refuses with an OperatorError that names the variable. */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const port = env.PORT || '8080'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) wrong('PORT', port, 'a port number from 0 to 65535')
  const databaseUrl = readDatabaseUrl('DATABASE_URL', env.DATABASE_URL)
  const databaseOwnerUrl = readDatabaseUrl('DATABASE_OWNER_URL', env.DATABASE_OWNER_URL)
  if (databaseOwnerUrl && !databaseUrl) {
    throw new OperatorError(
      'DATABASE_OWNER_URL is set but DATABASE_URL is not; the running program needs an account of its own.',
    )
  }
  const secretKey = env.SECRET_KEY || null
  if (secretKey && !/^[0-9a-f]{64}(,[0-9a-f]{64})*$/i.test(secretKey)) {
    wrong(
      'SECRET_KEY',
      '***',
      '64 hexadecimal digits, or several such keys with commas between, the newest first',
    )
  }
  const logLevel = env.LOG_LEVEL || 'info'
  if (!['debug', 'info', 'warn', 'error', 'silent'].includes(logLevel)) {
    wrong('LOG_LEVEL', logLevel, 'debug, info, warn, error or silent')
  }
  const host = env.HOST || '127.0.0.1'
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const publicUrl = env.PUBLIC_URL || `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
  if (!URL.canParse(publicUrl) || !/^https?:/.test(publicUrl)) {
    wrong('PUBLIC_URL', publicUrl, 'an http:// or https:// address')
  }
  return {
    port: Number(port),
    host,
    dataFolder: resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    databaseOwnerUrl,
    demo: flag('DEMO', env.DEMO, isLoopback(host) && !env.PUBLIC_URL),
    demoSet: Boolean(env.DEMO),
    captcha: flag('CAPTCHA', env.CAPTCHA, true),
    secretKey,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    wechatPay: readWechatPay(env, publicUrl),
    alipay: readAlipay(env, publicUrl),
    nuonuo: readNuonuo(env, publicUrl),
    sms: readSms(env),
    mail: readMail(env),
    identity: readIdentity(env),
    pushInner: flag('PUSH_INNER', env.PUSH_INNER, false),
    trustProxy: (env.TRUST_PROXY ?? '')
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean),
    logLevel: logLevel as Environment['logLevel'],
  }
}
