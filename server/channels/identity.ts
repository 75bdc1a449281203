import type { Environment } from '../environment.ts'
import { CarrierRefused } from './carrier.ts'
import { localCarrier } from './localCarrier.ts'
import { askTencent, type TencentKey } from './tencent.ts'

/** A pair of name and citizen ID, the ID in its 18 characters. */
interface IdentityPair {
  realName: string
  cardNumber: string
}

/** The authority that knows whether a name and an ID belong together. May throw CarrierRefused. */
export interface IdentityChannel {
  matches(pair: IdentityPair): Promise<boolean>
}

/** Answers of the authority about a pair; everything else is no answer about it. */
const answers: Readonly<Record<string, boolean>> = {
  '0': true,
  // The two do not belong together; the ID or the name cannot be one; nobody has this ID.
  '-1': false,
  '-2': false,
  '-3': false,
  '-5': false,
}

/** Tencent Cloud's check of name and citizen ID (FaceID, IdCardVerification of 2018-03-01). */
export function tencentIdentity(key: TencentKey): IdentityChannel {
  return {
    async matches({ realName, cardNumber }) {
      const api = { service: 'faceid', version: '2018-03-01', region: 'ap-guangzhou' } as const
      const answer = await askTencent(
        key,
        { ...api, action: 'IdCardVerification' },
        { IdCard: cardNumber, Name: realName },
      )
      const { Result } = answer as { Result?: string }
      const known = answers[String(Result)]
      if (known === undefined) throw new CarrierRefused(String(Result), 'no answer about the pair', true)
      return known
    },
  }
}

/**
 * The authority of a machine without a contract: it knows everyone under the name they give, save one family name, so
 * that both answers can be seen. Asked by the real driver, signed and checked; nothing leaves the process.
 */
export function localIdentity(): IdentityChannel {
  const key = { keyId: 'local', keySecret: 'local', appId: '' }
  const texts = { save: async () => {}, find: async () => [] }
  const transport = localCarrier({ ...key, templates: new Map(), texts })
  return tencentIdentity({ ...key, baseUrl: 'https://faceid.local', transport })
}

/** Opens the check of identities: the contract's authority, the local one in demo mode, null otherwise. */
export function openIdentity({ identity, demo }: Environment): IdentityChannel | null {
  if (identity) return tencentIdentity(identity)
  return demo ? localIdentity() : null
}
