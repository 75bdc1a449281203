import { resolve } from 'node:path'

/** What the operator decides from outside; read once, checked once. */
export interface Environment {
  port: number
  host: string
  dataFolder: string
  /** Any PostgreSQL 15+; null starts the embedded one in the data folder. */
  databaseUrl: string | null
  /** Demo portal, demo accounts and local channels. */
  demo: boolean
  /** The slider captcha; off for automation only. */
  captcha: boolean
  /** 32 bytes as hex; null keeps a key file in the data folder. */
  secretKey: string | null
  /** Address learners reach the portal at, for links in certificates and payment notices. */
  publicUrl: string
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

/** Reads and checks the environment; refuses with an OperatorError that names the variable. */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const port = env.PORT || '8080'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) wrong('PORT', port, 'a port number from 0 to 65535')
  const databaseUrl = env.DATABASE_URL || null
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    wrong('DATABASE_URL', databaseUrl.replace(/:[^:@/]*@/, ':***@'), 'a postgres:// address')
  }
  const secretKey = env.SECRET_KEY || null
  if (secretKey && !/^[0-9a-f]{64}$/i.test(secretKey)) wrong('SECRET_KEY', '***', '64 hexadecimal digits')
  const logLevel = env.LOG_LEVEL || 'info'
  if (!['debug', 'info', 'warn', 'error', 'silent'].includes(logLevel)) {
    wrong('LOG_LEVEL', logLevel, 'debug, info, warn, error or silent')
  }
  const host = env.HOST || '127.0.0.1'
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const publicUrl = env.PUBLIC_URL || `http://${shown}:${port}`
  if (!URL.canParse(publicUrl) || !/^https?:/.test(publicUrl)) {
    wrong('PUBLIC_URL', publicUrl, 'an http:// or https:// address')
  }
  return {
    port: Number(port),
    host,
    dataFolder: resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    demo: flag('DEMO', env.DEMO, true),
    captcha: flag('CAPTCHA', env.CAPTCHA, true),
    secretKey,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    logLevel: logLevel as Environment['logLevel'],
  }
}
