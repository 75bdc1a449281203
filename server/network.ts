import { isIPv6, SocketAddress } from 'node:net'

/** The 8 groups of an IPv6 address in hexadecimal; its last 4 bytes may be written as IPv4. */
function groupsOf(ip: string): string[] {
  const hex = ip.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, ...bytes) => `${hexOf(bytes[0], bytes[1])}:${hexOf(bytes[2], bytes[3])}`,
  )
  const [head, tail] = hex.split('::').map((side) => side.split(':').filter(Boolean))
  return [...head!, ...Array<string>(8 - head!.length - (tail?.length ?? 0)).fill('0'), ...(tail ?? [])]
}
const hexOf = (high: string, low: string) => (Number(high) * 256 + Number(low)).toString(16)

/** Beginnings of an IPv4 address written as IPv6: mapped, or behind a translator of networks without IPv4. */
const ofIpv4: ReadonlySet<string> = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

/**
 * The network an address belongs to: an IPv4 address itself, of IPv6 the /64 that one customer is given, since its
 * holder may choose among 2^64 addresses.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(new SocketAddress({ address: ip, family: 'ipv6' }).address)
  if (!ofIpv4.has(groups.slice(0, 6).join(':'))) return groups.slice(0, 4).join(':')
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}
