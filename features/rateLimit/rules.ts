/** How often something may be tried within a window of minutes; the window opens with the first try. */
interface Limit {
  readonly tries: number
  readonly minutes: number
}

/** Every endpoint that can be attacked by guessing, with its limit. */
export const limits = {
  /** Wrong passwords of one account, known or not. */
  password: { tries: 5, minutes: 15 },
  /** Wrong guesses of any kind from one address: passwords, codes, factors, signatures. */
  address: { tries: 30, minutes: 15 },
  /** Pairs of name and ID that one account has checked. */
  identity: { tries: 20, minutes: 60 },
  /** Faces of one account that were not like its portrait; what follows is a person's work. */
  face: { tries: 3, minutes: 1440 },
  /** Wrong second factors of one account. */
  factor: { tries: 5, minutes: 15 },
  /** Text messages requested from one address. */
  addressMessages: { tries: 60, minutes: 60 },
  /** Text messages of the whole portal: what a day may cost. */
  messages: { tries: 5000, minutes: 1440 },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof limits

/**
 * The network an address belongs to: an IPv4 address itself, of IPv6 the /64 that one customer is given, since its
 * holder may choose among 2^64 addresses.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
