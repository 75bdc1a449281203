import type { ReceiverFault } from '../../contract/receiver.ts'
import { lookup as lookUp } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'

/** A message that another system did not take, or whose answer could not be read. */
export class ReceiverFailure extends Error {
  readonly fault: ReceiverFault
  constructor(fault: ReceiverFault, options?: ErrorOptions) {
    super(`the receiver: ${fault}`, options)
    this.fault = fault
  }
}

interface ReceiverMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface ReceiverAnswer {
  readonly status: number
  readonly text: string
}

/** Other systems, each at an address that somebody typed. */
export interface Receiver {
  /** Throws ReceiverFailure for an address that may not be sent to, or that nobody resolves. */
  check(address: string): Promise<void>
  /** Posts a message and reads its answer, whatever status that has; follows no redirect. Throws ReceiverFailure. */
  post(address: string, message: ReceiverMessage): Promise<ReceiverAnswer>
}

/** The demo's own receiver: its address as a project names it, and the path at which the portal answers for it. */
export const [demoReceiverUrl, demoReceiverPath] = ['http://results.demo.test/take', '/dev/results']

interface Resolved {
  readonly address: string
  readonly family: number
}

/** Resolves the name of a host to all its addresses. */
type Resolve = (host: string) => Promise<readonly Resolved[]>

/** Networks of IPv4 that are not the public internet, as IANA registers them. */
const inner4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner4.addSubnet(network, bits, 'ipv4')

/** The public part of IPv6, and what of it carries an IPv4 address, is for documents, or is bound to a protocol. */
const [public6, inner6] = [new BlockList(), new BlockList()]
public6.addSubnet('2000::', 3, 'ipv6')
inner6.addSubnet('2001::', 23, 'ipv6')
inner6.addSubnet('2001:db8::', 32, 'ipv6')
inner6.addSubnet('2002::', 16, 'ipv6')
inner6.addSubnet('3fff::', 20, 'ipv6')

/** True if an address is of the public internet; one that maps an IPv4 address is not, whatever it maps. */
function isPublicAddress(ip: string): boolean {
  if (ip.includes('%')) return false
  return isIPv4(ip) ? !inner4.check(ip, 'ipv4') : public6.check(ip, 'ipv6') && !inner6.check(ip, 'ipv6')
}

/** Connections that ended because nobody listens there, or no way leads there. */
const unreachable = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES'])

/** Failed handshakes of TLS: certificates and protocols alike. */
const isOfTls = (code: string) =>
  /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)

function faultOf(error: unknown): ReceiverFault {
  // Of several addresses that were tried, the first.
  const { code = '' } = ((error as AggregateError).errors?.[0] ?? error) as { code?: string }
  if (unreachable.has(code)) return 'refused'
  return isOfTls(code) ? 'insecure' : 'broken'
}

/** The most bytes of an answer that are read. */
const answerBytes = 64 * 1024

async function readAnswer(response: IncomingMessage): Promise<ReceiverAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > answerBytes) throw new ReceiverFailure('tooLong')
    chunks.push(chunk)
  }
  return { status: response.statusCode!, text: Buffer.concat(chunks).toString('utf8') }
}

/**
 * Opens the way to other systems. It connects to the addresses that it has checked and to no other, so that a name
 * cannot resolve to one thing for the check and to another for the connection. Outside of the inner network it takes
 * https alone. `timeout` is for everything from the name to the last byte, in milliseconds.
 */
export function openReceiver({
  inner,
  demo = null,
  timeout = 10_000,
  resolve = (host) => lookUp(host, { all: true }),
}: {
  /** Addresses of the own network are allowed. */
  inner: boolean
  /** The portal's own address where it is a demo: its receiver, which is inside, is the only one that is allowed there. */
  demo?: string | null
  timeout?: number
  resolve?: Resolve
}): Receiver {
  async function resolved(
    address: string,
    signal: AbortSignal,
  ): Promise<{ url: URL; to: readonly Resolved[] }> {
    const isDemo = demo !== null && address === demoReceiverUrl
    const reached = isDemo ? demo + demoReceiverPath : address
    const isInner = inner || isDemo
    const url = URL.canParse(reached) ? new URL(reached) : null
    const isWeb = url?.protocol === 'https:' || (isInner && url?.protocol === 'http:')
    if (!url || !isWeb || url.username || url.password) throw new ReceiverFailure('forbidden')
    const late = once(signal, 'abort').then(() => Promise.reject(new ReceiverFailure('unresolved')))
    const found = resolve(url.hostname.replace(/^\[|\]$/g, '')).catch((error: unknown) => {
      throw new ReceiverFailure('unresolved', { cause: error })
    })
    const to = await Promise.race([found, late])
    if (to.length === 0) throw new ReceiverFailure('unresolved')
    if (!isInner && !to.every((one) => isPublicAddress(one.address))) throw new ReceiverFailure('forbidden')
    return { url, to }
  }

  return {
    async check(address) {
      await resolved(address, AbortSignal.timeout(timeout))
    },
    async post(address, { headers, body }) {
      const signal = AbortSignal.timeout(timeout)
      const { url, to } = await resolved(address, signal)
      const lookup: LookupFunction = (_host, { all }, done) =>
        all ? done(null, [...to]) : done(null, to[0]!.address, to[0]!.family)
      const open = url.protocol === 'https:' ? requestSecure : requestPlain
      const length = String(Buffer.byteLength(body))
      const request = open(url, {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-length': length },
        lookup,
        signal,
      })
      // What breaks is met where it is awaited; what breaks later is over.
      request.on('error', () => {})
      try {
        request.end(body)
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        return await readAnswer(response)
      } catch (error) {
        if (signal.aborted) throw new ReceiverFailure('timeout', { cause: error })
        if (error instanceof ReceiverFailure) throw error
        throw new ReceiverFailure(faultOf(error), { cause: error })
      } finally {
        request.destroy()
      }
    },
  }
}
