import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { WechatMerchant } from './channels/wechatPay.ts'

/** What the operator decides from outside; read once, checked once. */
export interface Environment {
  port: number
  host: string
  dataFolder: string
  /** Any PostgreSQL 15+; null starts the embedded one in the data folder. */
  databaseUrl: string | null
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

const wechatNames = [
  'WECHATPAY_APP_ID',
  'WECHATPAY_MCH_ID',
  'WECHATPAY_SERIAL',
  'WECHATPAY_KEY_FILE',
  'WECHATPAY_API_V3_KEY',
  'WECHATPAY_PUBLIC_KEY_ID',
  'WECHATPAY_PUBLIC_KEY_FILE',
] as const

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

/** The contract with WeChat Pay: all of its settings or none. */
function readWechatPay(env: Record<string, string | undefined>, publicUrl: string): WechatMerchant | null {
  const missing = wechatNames.filter((name) => !env[name])
  if (missing.length === wechatNames.length) return null
  if (missing.length > 0) {
    throw new OperatorError(
      `${missing[0]} is not set, but WeChat Pay needs all of ${wechatNames.join(', ')}; set them all or none.`,
    )
  }
  const given = (name: (typeof wechatNames)[number]) => env[name]!
  const apiV3Key = given('WECHATPAY_API_V3_KEY')
  if (Buffer.byteLength(apiV3Key) !== 32) wrong('WECHATPAY_API_V3_KEY', '***', '32 characters')
  const baseUrl = env.WECHATPAY_BASE_URL || 'https://api.mch.weixin.qq.com'
  if (!URL.canParse(baseUrl) || !baseUrl.startsWith('https://')) {
    wrong('WECHATPAY_BASE_URL', baseUrl, 'an https:// address')
  }
  if (!publicUrl.startsWith('https://')) {
    wrong('PUBLIC_URL', publicUrl, 'an https:// address, because WeChat Pay sends its notices there')
  }
  return {
    appId: given('WECHATPAY_APP_ID'),
    mchId: given('WECHATPAY_MCH_ID'),
    serial: given('WECHATPAY_SERIAL'),
    privateKey: readPem('WECHATPAY_KEY_FILE', given('WECHATPAY_KEY_FILE'), 'private'),
    apiV3Key,
    publicKeyId: given('WECHATPAY_PUBLIC_KEY_ID'),
    publicKey: readPem('WECHATPAY_PUBLIC_KEY_FILE', given('WECHATPAY_PUBLIC_KEY_FILE'), 'public'),
    baseUrl: baseUrl.replace(/\/+$/, ''),
  }
}

/** Whether a host is a loopback address. */
const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** Reads and checks the environment; refuses with an OperatorError that names the variable. */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const port = env.PORT || '8080'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) wrong('PORT', port, 'a port number from 0 to 65535')
  const databaseUrl = env.DATABASE_URL || null
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    wrong('DATABASE_URL', databaseUrl.replace(/:[^:@/]*@/, ':***@'), 'a postgres:// address')
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
    demo: flag('DEMO', env.DEMO, isLoopback(host) && !env.PUBLIC_URL),
    demoSet: Boolean(env.DEMO),
    captcha: flag('CAPTCHA', env.CAPTCHA, true),
    secretKey,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    wechatPay: readWechatPay(env, publicUrl),
    trustProxy: (env.TRUST_PROXY ?? '')
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean),
    logLevel: logLevel as Environment['logLevel'],
  }
}
