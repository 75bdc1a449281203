import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { abortAfter } from './abortAfter.ts'
import { takeBegun } from './begun.ts'
import type { Call, Envelope, InputOf, OutputOf } from '../contract/call.ts'
import { currentConnection, isOfGateway, longestSilence, onConnection, probe, report } from './connection.ts'
import { logError } from './errorLog.ts'
import { notify } from './notice.ts'
import { refetchAll } from './refetchAll.ts'
import { storeAnswer, storedAnswer } from './storedAnswers.ts'
import { endToken, readToken, tokenHeader } from './token.ts'
import { fill } from '../contract/fill.ts'
import { currentLocale } from './words.ts'

/** Time limit of a call unless it says so itself, in milliseconds. */
const timeout = 60_000

/** Error a caller catches when a call did not succeed. */
export class CallRefused extends Error {
  readonly respCode: number
  readonly field: string | undefined
  /** Problem of the field, where the sentence says the field's name in front of it. */
  readonly problem: string | undefined
  readonly traceId: string | undefined
  /** Changes saved since the refused edit was read; undefined when it was refused for another reason. */
  readonly stale: Envelope['stale']
  /** Seconds after which the same may be asked again; undefined where nobody knows. */
  readonly retryAfter: number | undefined
  constructor(envelope: RefusedEnvelope) {
    super(envelope.respDesc)
    this.respCode = envelope.respCode
    this.field = envelope.field
    this.problem = envelope.problem
    this.traceId = envelope.traceId
    this.stale = envelope.stale
    this.retryAfter = envelope.retryAfter
  }
}

interface SendOptions {
  /** The page shows the error itself: no toast. */
  quiet?: boolean
  /** It is to change something: when no answer comes, the reader cannot know whether it did. */
  isChange?: boolean
  signal?: AbortSignal | undefined
  /** Time limit, in milliseconds. */
  within?: number
  /** Lets the request outlive the page: a last beat. */
  keepalive?: boolean
  /** Replaces the browser's `fetch`, to report upload progress. */
  fetch?: typeof fetch
  /** The guard handles a refusal itself: the token stays until then, and an empty message stays empty. */
  keepsToken?: boolean
  /** Brings this token in place of the saved one: what it would open is asked before it is saved. */
  token?: string
}

/** Causes of a failure, for what did not come back and for what came back without an envelope. */
const causes = {
  timeout: ['请求超时', 'The request timed out'],
  network: ['网络不通', 'There is no connection'],
  server: [
    '服务器暂时没有正常回应（HTTP {status}）',
    'The server did not answer as it should (HTTP {status})',
  ],
} as const
/** The same in a notice, which the specification calls a request timed out whatever the cause. */
const noticed = {
  timeout: ['请求超时', 'The request timed out'],
  network: ['网络不通，请求超时', 'No connection: the request timed out'],
  server: [
    '请求超时：服务器暂时没有正常回应（HTTP {status}）',
    'The request timed out: the server did not answer as it should (HTTP {status})',
  ],
} as const
/** Consequences of a failure, and what to do: a change may have been made although no answer came. */
const consequences = {
  change: [
    '这次操作可能没有完成。请不要关闭这一页，另开一页刷新核对，没有完成就再试一次',
    'This may not have gone through. Keep this page open, refresh in another tab to check, and try again if it did not',
  ],
  other: ['已保存的内容不受影响，请刷新重试', 'What you saved is not affected. Please refresh and try again'],
} as const
function sayFailure(
  failure: keyof typeof causes,
  { isChange = false, quiet = false }: SendOptions,
  status = 0,
): string {
  const english = currentLocale() === 'en'
  const happened = fill((quiet ? causes : noticed)[failure][english ? 1 : 0], { status })
  const meaning = consequences[isChange ? 'change' : 'other'][english ? 1 : 0]
  return happened + (english ? '. ' : '。') + meaning
}

function headers(other?: string): Record<string, string> {
  const token = other === undefined ? tokenHeader() : encodeURIComponent(other)
  return {
    'accept-language': currentLocale(),
    // Where it fails, the server says on which page; addresses are long only where they are wrong.
    page: location.pathname.slice(0, 200),
    ...(token ? { token } : {}),
  }
}

function bodyOf(
  call: Call,
  input: Record<string, unknown>,
  token?: string,
): { headers: Record<string, string>; body?: string | FormData } {
  if (call.method === 'GET') return { headers: headers(token) }
  if (call.body !== 'multipart') {
    return {
      headers: { ...headers(token), 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, String(value))
  }
  return { headers: headers(token), body: form }
}

function urlOf(call: Call, input: Record<string, unknown>): string {
  if (call.method !== 'GET') return `/api${call.path}`
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  const query = String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])))
  return `/api${call.path}${query && `?${query}`}`
}

async function request(
  call: Call,
  input: Record<string, unknown>,
  options: SendOptions,
  limit: AbortSignal,
): Promise<Response> {
  // A call may be long; a server that is there answers in between.
  const doubt = setTimeout(() => void probe(), longestSilence)
  try {
    const url = urlOf(call, input)
    const { body, headers: sent } = bodyOf(call, input, options.token)
    const init = { headers: sent, signal: limit, ...(body === undefined ? {} : { body }) }
    const begun = options.fetch || options.isChange ? undefined : takeBegun(url, init)
    const response = await (begun ??
      (options.fetch ?? fetch)(url, {
        method: call.method,
        credentials: 'same-origin',
        keepalive: options.keepalive ?? false,
        ...init,
      }))
    report(!isOfGateway(response))
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    const isLate = limit.aborted || (error as Error).name === 'TimeoutError'
    report(false)
    return refused(
      call,
      { respCode: 0, respDesc: sayFailure(isLate ? 'timeout' : 'network', options) },
      options,
    )
  } finally {
    clearTimeout(doubt)
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

/**
 * True if a query that failed is sent once more: when nothing came back, or the server broke. A refusal is an
 * answer, and would be the same again.
 */
export function mayRetry(failures: number, error: Error): boolean {
  if (failures > 0 || currentConnection() === 'offline' || !(error instanceof CallRefused)) return false
  return error.respCode >= 500 || error.respCode <= 0
}

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

/** Refusal of an answer that is not the product's: a broken server, a proxy, a network's login page. */
const withoutEnvelope = (response: Response, options: SendOptions) => ({
  respCode: 0,
  respDesc: response.ok ? sayFailure('network', options) : sayFailure('server', options, response.status),
})

/** Makes a call; what is not success becomes a notice and a CallRefused. Files in a multipart input are Blobs. */
export async function send<C extends Call>(
  call: C,
  input: InputOf<C> & { file?: Blob },
  options: SendOptions = {},
): Promise<OutputOf<C>> {
  const token = readToken()
  const limit = abortAfter(options.within ?? timeout, options.signal)
  const { response, envelope } = await request(call, input as Record<string, unknown>, options, limit.signal)
    .then(async (given) => ({ response: given, envelope: await readEnvelope(given) }))
    .finally(limit.disarm)
  if (!envelope) return refused(call, withoutEnvelope(response, options), options)
  return envelope.respCode === 200
    ? (envelope.attribute as OutputOf<C>)
    : refused(call, envelope, options, token)
}

/** Fetches a file call with the token in the header and hands it to the browser as a download. */
export async function download<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: { quiet?: boolean } = {},
): Promise<void> {
  const token = readToken()
  const limit = abortAfter(timeout)
  const response = await request(call, input as Record<string, unknown>, options, limit.signal)
  // What is long comes as slowly as the line is.
  limit.disarm()
  const isFile = response.ok && !response.headers.get('content-type')?.startsWith('application/json')
  if (!isFile) {
    refused(call, (await readEnvelope(response)) ?? withoutEnvelope(response, {}), options, token)
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

/**
 * Makes a call, and stores its answer; while there is no network, or none that answers, the stored answer is given
 * instead.
 */
export async function orStored<C extends Call>(
  call: C,
  input: InputOf<C>,
  fetchAnswer: () => Promise<OutputOf<C>>,
): Promise<OutputOf<C>> {
  if (!call.offline) return fetchAnswer()
  const token = readToken()
  const fetched = fetchAnswer().then((answer) => {
    storeAnswer(call, input, token, answer)
    return answer
  })
  const stored = storedAnswer(call, input)
  if (stored === undefined) return fetched
  return new Promise((resolve, reject) => {
    // What is settled once stays so: the stored answer goes before the error of the same cut.
    const giveStored = () => {
      if (currentConnection() !== 'up') resolve(stored)
    }
    const stop = onConnection(giveStored)
    void fetched
      .then(resolve, (error: CallRefused) => {
        // A refusal is an answer.
        if (error.respCode === 0) giveStored()
        reject(error)
      })
      .finally(stop)
    giveStored()
  })
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
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      orStored(call, input, () => send(call, input, { quiet: true, signal })),
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

type Action<C extends Call> = UseMutationResult<
  OutputOf<C>,
  CallRefused,
  InputOf<C> & {
    file?: Blob
    /** Runs after this one, also while the view is hidden, or when another was begun meanwhile. */
    onDone?: (output: OutputOf<C>) => void
  }
>
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
    mutationKey: [call.path],
    mutationFn: ({ onDone: _, ...input }) =>
      send(call, input as InputOf<C>, { isChange: true, quiet: options.quiet ?? false }),
    onSuccess: (output, input) => {
      void refetchAll(cache)
      options.onDone?.(output, input)
      input.onDone?.(output)
    },
    onError(error) {
      // The screen shows older data than what was saved.
      if (error.stale) void refetchAll(cache)
    },
  })
}
