import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../../server/secrets.ts'

/** Cookies a browser brings and takes, and what signs them; a call's `ctx` is one. */
export interface DeviceVisitor {
  secrets?: Secrets
  cookies?: Readonly<Record<string, string | undefined>>
  setCookie?(name: string, value: string, seconds: number): void
}

const cookieName = 'device'
const between = '.'
/** Accounts that a device is known to; the one signed in longest ago is forgotten first. */
const mostAccounts = 6
const seconds = 180 * 24 * 3600
const isDeviceId = /^[\w-]{22}$/

const markOf = (secrets: Secrets, device: string, accountId: string) =>
  secrets.sign('device', `${device} ${accountId}`)

function readDevice(visitor: DeviceVisitor): { device: string; marks: string[] } | null {
  const [device = '', ...marks] = (visitor.cookies?.[cookieName] ?? '').split(between)
  return isDeviceId.test(device) ? { device, marks: marks.slice(0, mostAccounts) } : null
}

/** The id of the visitor's device where the account has signed in on it before; null for a strange one. */
export function knownDevice(visitor: DeviceVisitor, accountId: string): string | null {
  const { secrets } = visitor
  const found = readDevice(visitor)
  if (!found || !secrets) return null
  const text = `${found.device} ${accountId}`
  return found.marks.some((mark) => secrets.verify('device', text, mark)) ? found.device : null
}

/**
 * Marks the visitor's device as one that an account has signed in on: wrong passwords of strangers do not hold it up
 * there. The mark opens nothing.
 */
export function rememberDevice(visitor: DeviceVisitor, accountId: string): void {
  const { secrets } = visitor
  if (!secrets || !visitor.setCookie) return
  const { device, marks } = readDevice(visitor) ?? {
    device: randomBytes(16).toString('base64url'),
    marks: [],
  }
  const own = markOf(secrets, device, accountId)
  const all = [own, ...marks.filter((mark) => mark !== own)].slice(0, mostAccounts)
  visitor.setCookie(cookieName, [device, ...all].join(between), seconds)
}
