import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { ChannelFailure } from './payment.ts'

/** A seller's contract with 诺诺: an app of its open platform, for one tax number. */
export interface NuonuoContract {
  appKey: string
  appSecret: string
  /** A token without an end, where the app was created with one; otherwise it is asked for and kept until it is over. */
  token: string | null
  /** The seller's tax number. */
  taxNo: string
}

/** Addresses at which 诺诺 answers. */
export interface NuonuoAddresses {
  /** `https://sdk.nuonuo.com/open/v1/services`. */
  services: string
  /** `https://open.nuonuo.com/accessToken`. */
  tokens: string
}

export const nuonuoAddresses: NuonuoAddresses = {
  services: 'https://sdk.nuonuo.com/open/v1/services',
  tokens: 'https://open.nuonuo.com/accessToken',
}

/** Milliseconds 诺诺 gets to answer. */
const timeout = 8000

/** The most bytes of an answer; a full page of a day's list has some 100,000. */
const replyBytes = 4 * 1024 * 1024

/** The fields of a request that are signed with its body. */
interface NuonuoStamp {
  appKey: string
  senid: string
  nonce: string
  timestamp: string
}

/** The signature of a request: the path `/open/v1/services` is part of it, by its parts. */
export function nuonuoSignature(appSecret: string, stamp: NuonuoStamp, body: string): string {
  const { appKey, senid, nonce, timestamp } = stamp
  const text = `a=services&l=v1&p=open&k=${appKey}&i=${senid}&n=${nonce}&t=${timestamp}&f=${body}`
  return createHmac('sha1', appSecret).update(text).digest('base64')
}

/** The body of a reply up to so many bytes; more is refused before it is in memory. Throws ChannelFailure. */
export async function readBounded(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new ChannelFailure('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const Reply = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 32 }),
  describe: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  result: Type.Optional(Type.Unknown()),
})
type Reply = Static<typeof Reply>

const Token = Type.Object({
  access_token: Type.String({ pattern: '^[!-~]{1,256}$' }),
  expires_in: Type.Union([Type.Integer(), Type.String({ pattern: '^-?\\d{1,10}$' })]),
})

/** Milliseconds before its end from which a token is asked for again, and those for which one that was refused stays. */
const [spare, rest] = [600_000, 3_600_000]

interface KeptToken {
  text: Promise<string>
  since: number
  until: number
}

/** Tokens by app: 诺诺 gives fifty in thirty days, and every opening of a contract shares them. */
const tokens = new Map<string, KeptToken>()

async function post(address: string, body: string, headers: Record<string, string>): Promise<unknown> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    const bytes = await readBounded(response, replyBytes)
    if (!response.ok) throw new Error(`status ${response.status}`)
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    if (error instanceof ChannelFailure) throw error
    throw new ChannelFailure('Nuonuo gave no answer', { cause: error })
  }
}

async function askToken({ appKey, appSecret }: NuonuoContract, address: string, kept: KeptToken) {
  const form = { client_id: appKey, client_secret: appSecret, grant_type: 'client_credentials' }
  const given = await post(address, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  })
  if (!Value.Check(Token, given)) {
    const fault = Value.Check(Type.Object({ error: Type.String({ maxLength: 64 }) }), given)
    throw new ChannelFailure('Nuonuo gave no token', {
      code: fault ? (given as { error: string }).error : null,
    })
  }
  const seconds = Number(given.expires_in)
  // One without an end is said to last for -1 or 0 seconds.
  kept.until = seconds > 0 ? kept.since + seconds * 1000 : Infinity
  return given.access_token
}

function tokenOf(contract: NuonuoContract, address: string, key: string): Promise<string> {
  if (contract.token !== null) return Promise.resolve(contract.token)
  const known = tokens.get(key)
  if (known && Date.now() < known.until - spare) return known.text
  const kept: KeptToken = { text: Promise.resolve(''), since: Date.now(), until: Infinity }
  kept.text = askToken(contract, address, kept)
  tokens.set(key, kept)
  kept.text.catch(() => tokens.delete(key))
  return kept.text
}

/** Code of an answer to a request that was carried out. */
export const doneCode = 'E0000'

/** True if a code is of the gateway before 诺诺, which did not pass the request on: keys, token, frequency. */
const isGateways = (code: string) => !code.startsWith('E')

/** Asks 诺诺 by a method's name, signed. */
type AskNuonuo = (method: string, body: object) => Promise<Reply>

/**
 * Opens the wire of a contract. What it asks throws ChannelFailure where nothing is known of what was asked, with the
 * code of the platform's gateway where that refused it.
 */
export function nuonuoWire(contract: NuonuoContract, addresses: NuonuoAddresses): AskNuonuo {
  const { appKey, appSecret, taxNo } = contract
  const key = createHash('sha256').update(`${addresses.tokens}\0${appKey}\0${appSecret}`).digest('hex')
  return async (method, content) => {
    const token = await tokenOf(contract, addresses.tokens, key)
    const body = JSON.stringify(content)
    const stamp: NuonuoStamp = {
      appKey,
      senid: randomBytes(16).toString('hex'),
      nonce: String(randomInt(10_000_000, 100_000_000)),
      timestamp: String(Math.floor(Date.now() / 1000)),
    }
    const { senid, nonce, timestamp } = stamp
    const query = new URLSearchParams({ senid, nonce, timestamp, appkey: appKey })
    const answer = await post(`${addresses.services}?${query}`, body, {
      'content-type': 'application/json;charset=UTF-8',
      'X-Nuonuo-Sign': nuonuoSignature(appSecret, stamp, body),
      accessToken: token,
      userTax: taxNo,
      method: `nuonuo.OpeMplatform.${method}`,
    })
    if (!Value.Check(Reply, answer)) throw new ChannelFailure(`Nuonuo answered an unknown body to ${method}`)
    if (isGateways(answer.code)) {
      const kept = tokens.get(key)
      // It may be the token that is refused; a new one each time would use up those of a month.
      if (kept && Date.now() > kept.since + rest) tokens.delete(key)
      throw new ChannelFailure(`Nuonuo refused ${method}`, { code: answer.code })
    }
    return answer
  }
}
