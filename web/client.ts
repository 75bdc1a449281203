import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Call, Envelope, InputOf, OutputOf } from '../contract/call.ts'
import { logError } from './errorLog.ts'
import { notify } from './notice.ts'
import { endToken, readToken, tokenHeader } from './token.ts'
import { currentLocale } from './words.ts'

/** How long a call may take, in milliseconds. */
const timeout = 60_000

/** What a caller catches when a call did not succeed. */
export class CallRefused extends Error {
  readonly respCode: number
  readonly field: string | undefined
  /** What is wrong with the field, where the sentence says the field's name in front of it. */
  readonly problem: string | undefined
  readonly traceId: string | undefined
  /** What was saved since the refused edit was read; undefined when it was refused for another reason. */
  readonly stale: Envelope['stale']
  constructor(envelope: Pick<Envelope, 'respCode' | 'respDesc' | 'field' | 'problem' | 'traceId' | 'stale'>) {
    super(envelope.respDesc)
    this.respCode = envelope.respCode
    this.field = envelope.field
    this.problem = envelope.problem
    this.traceId = envelope.traceId
    this.stale = envelope.stale
  }
}

interface SendOptions {
  /** The page shows the error itself: no toast. */
  quiet?: boolean
  signal?: AbortSignal | undefined
  /** Lets the request outlive the page: a last beat. */
  keepalive?: boolean
  /** Replaces the browser's `fetch`, to report upload progress. */
  fetch?: typeof fetch
  /** The guard handles a refusal itself: the token stays until then, and an empty message stays empty. */
  keepsToken?: boolean
}

/** For what came back from the network without an envelope, and for what did not come back. */
const unreachable = () =>
  currentLocale() === 'en' ? 'The request timed out, please refresh and try again' : '请求超时，请刷新重试'

function headers(): Record<string, string> {
  const token = tokenHeader()
  return { 'accept-language': currentLocale(), ...(token ? { token } : {}) }
}

function bodyOf(call: Call, input: Record<string, unknown>): RequestInit {
  if (call.method === 'GET') return {}
  if (call.body !== 'multipart') {
    return { body: JSON.stringify(input), headers: { ...headers(), 'content-type': 'application/json' } }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, String(value))
  }
  return { body: form }
}

function urlOf(call: Call, input: Record<string, unknown>): string {
  if (call.method !== 'GET') return `/api${call.path}`
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `/api${call.path}${query.size > 0 ? `?${query}` : ''}`
}

async function request(call: Call, input: Record<string, unknown>, options: SendOptions): Promise<Response> {
  const limit = AbortSignal.timeout(timeout)
  try {
    return await (options.fetch ?? fetch)(urlOf(call, input), {
      method: call.method,
      credentials: 'same-origin',
      headers: headers(),
      keepalive: options.keepalive ?? false,
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      ...bodyOf(call, input),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    return refused(call, { respCode: 0, respDesc: unreachable() }, options)
  }
}

/**
 * A reply as the product's own envelope, also where a portal in between answers with success, msg and data;
 * null for what is neither.
 */
export function envelopeOf(reply: unknown): Envelope | null {
  if (typeof reply !== 'object' || reply === null) return null
  if ('respCode' in reply) return { attribute: null, ...reply, respCode: Number(reply.respCode) } as Envelope
  if (!('success' in reply)) return null
  const { success, msg, data } = reply as { success: unknown; msg?: string; data?: unknown }
  const respCode = success === true || success === 'true' ? 200 : -1
  return { respCode, respDesc: msg ?? '', attribute: data ?? null }
}

const isFailure = (respCode: number) => [-1, 500, 0].includes(respCode)

/** Shows the refusal of a quiet call, where its page has no better place for it. */
export function notifyRefusal({ respCode, message, traceId }: CallRefused): void {
  notify(isFailure(respCode) ? 'error' : 'prompt', message, traceId)
}

type RefusedEnvelope = Omit<Envelope, 'attribute'>

/** Failures (-1, and 500 in another reading) are errors; any other code but 200 is a prompt to do something. */
function refused(
  call: Call,
  envelope: RefusedEnvelope,
  options: SendOptions,
  sentUnder: string | null = null,
): never {
  const failure = isFailure(envelope.respCode)
  const text = envelope.respDesc || 'Error'
  const { traceId } = envelope
  // What was sent under an earlier token says nothing about the one that replaced it meanwhile.
  const isOver = envelope.respCode === 401 && sentUnder !== null && readToken() === sentUnder
  const ends = isOver && !options.keepsToken
  if (ends) endToken(text)
  if (failure) logError({ kind: 'call', text, place: call.path, traceId })
  // Anyone who is signed out sees why, also from a quiet call.
  if (!options.quiet || ends) notify(failure ? 'error' : 'prompt', text, traceId)
  throw new CallRefused({ ...envelope, respDesc: options.keepsToken ? envelope.respDesc : text })
}

async function readEnvelope(response: Response): Promise<Envelope | null> {
  try {
    return envelopeOf(await response.json())
  } catch {
    return null
  }
}

/** Makes a call; what is not success becomes a notice and a CallRefused. Files in a multipart input are Blobs. */
export async function send<C extends Call>(
  call: C,
  input: InputOf<C> & { file?: Blob },
  options: SendOptions = {},
): Promise<OutputOf<C>> {
  const token = readToken()
  const response = await request(call, input as Record<string, unknown>, options)
  const envelope = await readEnvelope(response)
  if (!envelope) return refused(call, { respCode: 0, respDesc: unreachable() }, options)
  return envelope.respCode === 200
    ? (envelope.attribute as OutputOf<C>)
    : refused(call, envelope, options, token)
}

/** Fetches a file call with the token in the header and hands it to the browser as a download. */
export async function download<C extends Call>(call: C, input: InputOf<C>): Promise<void> {
  const token = readToken()
  const response = await request(call, input as Record<string, unknown>, {})
  const isFile = response.ok && !response.headers.get('content-type')?.startsWith('application/json')
  if (!isFile) {
    refused(call, (await readEnvelope(response)) ?? { respCode: 0, respDesc: unreachable() }, {}, token)
  }
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = decodeURIComponent(name ?? 'download')
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export interface CallOptions<A> {
  enabled?: boolean
  /** Polling interval in milliseconds while the window is visible, or a function of the last response. */
  refetchInterval?: number | false | ((answer: A | undefined) => number | false)
  keep?: boolean
  staleTime?: number
}

/** The query of server data by call and input. */
export function questionOf<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions<OutputOf<C>> = {},
) {
  const { refetchInterval: every = false } = options
  return {
    queryKey: [call.path, input],
    queryFn: ({ signal }: { signal: AbortSignal }) => send(call, input, { quiet: true, signal }),
    enabled: options.enabled ?? true,
    refetchInterval:
      typeof every === 'function'
        ? (query: { state: { data: OutputOf<C> | undefined } }) => every(query.state.data)
        : every,
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.keep ? { placeholderData: (previous: OutputOf<C> | undefined) => previous as never } : {}),
  }
}

/** Server data by call and input, cached and shared; errors stay in the result, the page shows them. */
export function useCall<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions<OutputOf<C>> = {},
): UseQueryResult<OutputOf<C>, CallRefused> {
  return useQuery<OutputOf<C>, CallRefused>(questionOf(call, input, options))
}

type Action<C extends Call> = UseMutationResult<OutputOf<C>, CallRefused, InputOf<C> & { file?: Blob }>
type WithoutAwait<A> = A extends unknown ? Omit<A, 'mutateAsync'> : never
interface ActionOptions<C extends Call> {
  onDone?: (output: OutputOf<C>, input: InputOf<C>) => void
}

/**
 * A mutation; after success everything on screen is refetched. Only a quiet one can be awaited: the code that awaits it
 * shows the refusal, so that it is shown once.
 */
export function useAction<C extends Call>(call: C, options: ActionOptions<C> & { quiet: true }): Action<C>
export function useAction<C extends Call>(
  call: C,
  options?: ActionOptions<C> & { quiet?: false },
): WithoutAwait<Action<C>>
export function useAction<C extends Call>(
  call: C,
  options: ActionOptions<C> & { quiet?: boolean } = {},
): Action<C> {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input) => send(call, input, { quiet: options.quiet ?? false }),
    onSuccess: (output, input) => {
      void cache.invalidateQueries()
      options.onDone?.(output, input)
    },
    onError(error) {
      // The screen shows older data than what was saved.
      if (error.stale) void cache.invalidateQueries()
    },
  })
}
