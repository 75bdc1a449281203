/** A pair of name and citizen ID, the ID in its 18 characters. */
interface IdentityPair {
  realName: string
  cardNumber: string
}

/** The authority that knows whether a name and an ID belong together. May throw ChannelFailure. */
export interface IdentityChannel {
  matches(pair: IdentityPair): Promise<boolean>
}

/**
 * The authority of a machine without a contract: it knows everyone under the name they give, save the family name
 * 假, so that both answers can be seen. Nothing leaves the machine.
 */
export function localIdentity(): IdentityChannel {
  return {
    async matches({ realName }) {
      return !realName.startsWith('假')
    },
  }
}
