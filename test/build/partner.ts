import { createHmac, randomUUID } from 'node:crypto'
import { partnerCalls, type HandOver, type PartnerKind } from '../../features/partner/contract.ts'
import { signedText } from '../../features/partner/rules.ts'
import type { World } from '../harness.ts'

export interface BuiltPartner {
  id: string
  code: string
  key: string
}

let serial = 0

/** A partner as an administrator adds it, whose people may not register by default. */
export async function aPartner(
  world: World,
  token: string,
  input: { name?: string; kind?: PartnerKind; mayRegister?: boolean } = {},
): Promise<BuiltPartner> {
  const { kind = 'standard', mayRegister = false } = input
  const { key, ...partner } = await world.ask(
    partnerCalls.save,
    { name: input.name ?? `合作平台${++serial}`, kind, mayRegister },
    token,
  )
  return { ...partner, key: key! }
}

/** Signs fields with a partner's key, as the partner guide specifies. */
export function signedBy<F extends Record<string, string>>(key: string, fields: F): F & { sign: string } {
  return { ...fields, sign: createHmac('sha256', key).update(signedText(fields)).digest('hex') }
}

/** Returns the fields a partner sends with a person at the database's time. */
export async function aHandOver(
  world: World,
  partner: BuiltPartner,
  input: Partial<HandOver> & { kind?: 'standard' | 'bx'; lateBy?: number } = {},
): Promise<HandOver & { kind?: 'standard' | 'bx' }> {
  const { lateBy = 0, ...fields } = input
  const [clock] = await world.db`select extract(epoch from moment())::bigint as seconds`
  return signedBy(partner.key, {
    partner: partner.code,
    userId: 'u-1',
    userName: '王小明',
    timestamp: String((clock!.seconds as number) - lateBy),
    nonce: randomUUID(),
    ...fields,
  })
}
