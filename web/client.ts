import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Call, Envelope, InputOf, OutputOf } from '../contract/call.ts'
import { notify } from './notice.ts'
import { clearToken, readToken } from './token.ts'
import { currentLocale } from './words.ts'

const timeout = 60_000

/** What a caller catches when a call did not succeed. */
export class CallRefused extends Error {
  readonly respCode: number
  readonly field: string | undefined
  readonly traceId: string | undefined
  constructor(envelope: Pick<Envelope, 'respCode' | 'respDesc' | 'field' | 'traceId'>) {
    super(envelope.respDesc)
    this.respCode = envelope.respCode
    this.field = envelope.field
    this.traceId = envelope.traceId
  }
}

export interface SendOptions {
  /** The page says itself what went wrong: no toast. */
  quiet?: boolean
  signal?: AbortSignal | undefined
  /** Lets the request outlive the page: a last beat. */
  keepalive?: boolean
}

const unreachable = () =>
  currentLocale() === 'en' ? 'The request timed out, please refresh and try again' : '请求超时，请刷新重试'

function headers(): Record<string, string> {
  const token = readToken()
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
    return await fetch(urlOf(call, input), {
      method: call.method,
      credentials: 'same-origin',
      headers: headers(),
      keepalive: options.keepalive ?? false,
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      ...bodyOf(call, input),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    if (!options.quiet) notify('error', unreachable())
    throw new CallRefused({ respCode: 0, respDesc: unreachable() })
  }
}

function refused(envelope: Envelope, options: SendOptions): never {
  const failure = envelope.respCode === -1 || envelope.respCode === 500
  const text = envelope.respDesc || 'Error'
  if (envelope.respCode === 401 && readToken()) clearToken()
  if (!options.quiet) notify(failure ? 'error' : 'prompt', text, envelope.traceId)
  throw new CallRefused({ ...envelope, respDesc: text })
}

/** Makes a call; what is not success becomes a notice and a CallRefused. Files in a multipart input are Blobs. */
export async function send<C extends Call>(
  call: C,
  input: InputOf<C> & { file?: Blob },
  options: SendOptions = {},
): Promise<OutputOf<C>> {
  const response = await request(call, input as Record<string, unknown>, options)
  let envelope: Envelope<OutputOf<C>>
  try {
    envelope = (await response.json()) as Envelope<OutputOf<C>>
  } catch {
    return refused({ respCode: -1, respDesc: unreachable(), attribute: null }, options)
  }
  return envelope.respCode === 200 ? envelope.attribute : refused(envelope, options)
}

/** Fetches a file call with the token in the header and hands it to the browser as a download. */
export async function download<C extends Call>(call: C, input: InputOf<C>): Promise<void> {
  const response = await request(call, input as Record<string, unknown>, {})
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    refused((await response.json()) as Envelope, {})
  }
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = decodeURIComponent(name ?? 'download')
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Server data by call and input, cached and shared; errors stay in the result, the page shows them. */
export function useCall<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: { enabled?: boolean; refetchInterval?: number | false; keep?: boolean; staleTime?: number } = {},
): UseQueryResult<OutputOf<C>, CallRefused> {
  return useQuery<OutputOf<C>, CallRefused>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => send(call, input, { quiet: true, signal }),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchInterval ?? false,
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.keep ? { placeholderData: (previous: OutputOf<C> | undefined) => previous as never } : {}),
  })
}

/** A change to the world; after success everything on screen is asked anew. */
export function useAction<C extends Call>(
  call: C,
  options: { quiet?: boolean; onDone?: (output: OutputOf<C>, input: InputOf<C>) => void } = {},
): UseMutationResult<OutputOf<C>, CallRefused, InputOf<C> & { file?: Blob }> {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input) => send(call, input, { quiet: options.quiet ?? false }),
    onSuccess: (output, input) => {
      void cache.invalidateQueries()
      options.onDone?.(output, input)
    },
  })
}
