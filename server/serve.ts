import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Readable } from 'node:stream'
import { Settings } from 'typebox/system'
import {
  type Call,
  type Calls,
  type Envelope,
  type InputOf,
  type OutputOf,
  pathsOf,
} from '../contract/call.ts'
import { commonRefusals, type Language, Refusal, type RefusalWords, refuse } from '../contract/refusal.ts'
import { findStuckLanes } from './jobs.ts'
import { endLateConnections } from './lateConnections.ts'
import { shedLoad } from './overload.ts'
import { Stale } from '../contract/revision.ts'
import { databaseOf } from './abandon.ts'
import type { AppContext } from './appContext.ts'
import { languageOf, setCompanion, tokenOf } from './caller.ts'
import { hasMet, type Tx, tookTooLong } from './db.ts'
import type { ReportFailure } from './failure.ts'
import { refuseCrossSite } from './crossSite.ts'
import { networkOf } from './network.ts'
import { badInput, type InputCheck, checkInput } from './input.ts'
import { Unreadable } from './secrets.ts'
import { hasWholeProject, mayCall, type ProjectSession, type Session } from './session.ts'
import { fileHeaders, securityHeaders } from './securityHeaders.ts'
import { receiveUpload, type Upload } from './upload.ts'

/** A file that streams to the caller under a name. */
export interface FileReply {
  name: string
  type: string
  body: Readable | Buffer
}

type SessionOf<C extends Call> = C['allow'] extends 'public'
  ? Session | null
  : C['wholeProject'] extends true
    ? ProjectSession
    : Session

/** Context of a handler: the caller, the checked input, and the application's context. */
export interface Context<C extends Call = Call> extends AppContext {
  readonly input: InputOf<C>
  readonly session: SessionOf<C>
  /** The one file of a multipart call; gone from disk when the handler returns. */
  readonly upload: Upload | null
  readonly ip: string
  readonly agent: string
  /** The number the request's log lines carry. */
  readonly requestId: string
  readonly language: Language
  /** The project the caller looks at: the session's, or the portal's own. */
  readonly projectId: string
  /** Token in the request's header, whether or not a session was found for it. */
  readonly token: string | null
  /** Sets the browser's session cookie, or clears it, when the call succeeds. */
  setCompanion(companion: string | null): void
  /** The cookies that came; none of them identifies anyone by itself. */
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** Sets an HttpOnly cookie for so many seconds, when the call succeeds. */
  setCookie(name: string, value: string, seconds: number): void
}

type ReplyOf<C extends Call> = C['reply'] extends 'file' ? FileReply : OutputOf<C>
type Handlers<C extends Calls> = { [K in keyof C]: (ctx: Context<C[K]>) => Promise<ReplyOf<C[K]>> }

/** A call with what answers it. */
export interface BoundCall {
  call: Call
  handle: (ctx: Context) => Promise<unknown>
}

/** Binds every call of a contract to its handler; one left unanswered does not compile. */
export function handlers<C extends Calls>(calls: C, functions: Handlers<C>): BoundCall[] {
  return Object.entries(calls).map(([key, call]) => ({
    call,
    handle: functions[key as keyof C] as unknown as BoundCall['handle'],
  }))
}

/** Context of a call that work makes in a transaction, for a session that no request brought. */
export const contextOfWork = (
  app: AppContext,
  work: { db: Tx; input: object; session: Session; language: Language },
) =>
  ({
    ...app,
    ...work,
    upload: null,
    ip: '',
    agent: '',
    requestId: '',
    projectId: work.session.projectId,
    token: null,
    setCompanion() {},
    cookies: {},
    setCookie() {},
  }) as unknown as Context

/** Resolves a token to a session, and a visitor to a project; implemented by the session feature. */
export interface Gate {
  find(token: string): Promise<Session | null>
  /** Reason for which a token that was brought opens nothing. */
  whyNot(token: string): Promise<RefusalWords>
  portalOf(unitId: string | null): Promise<string>
}

/** Registers routes that are not calls. */
export type Routes = (http: FastifyInstance, app: AppContext, gate: Gate) => void | Promise<void>

interface ServeOptions {
  app: AppContext
  gate: Gate
  handlers: readonly BoundCall[]
  /** Routes that are not calls: uploads, media, notices, pages. */
  routes?: readonly Routes[]
  /** True if calls are refused while the database does not answer; they are unless it is false. */
  sheds?: boolean
  /** Takes note of what went wrong. */
  report?: ReportFailure
}

// The objects of a union are distinguished by their kind. Sorting unions again for each input is a sixth of a short
// call.
Settings.Set({ unionPrioritySort: false })

function sendEnvelope(reply: FastifyReply, envelope: Envelope): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(envelope)
}

/** The refusal of a body that a call does not take. */
const wrongBody = () =>
  badInput('body', {
    zh: '应以 JSON（application/json）发送；上传文件时用 multipart/form-data',
    en: 'must be sent as JSON (application/json), or as multipart/form-data with a file',
  })

/** The path of the page that a request came from, as its browser says; null where it says none. */
const pageOf = ({ headers: { page } }: FastifyRequest): string | null =>
  typeof page === 'string' && page.startsWith('/') ? page : null

/** Senders of requests, for what is written down about them. */
const senders = new WeakMap<FastifyRequest, { projectId: string | null; accountId: string | null }>()

/** True if an error answers what was sent, and is no failure of ours. */
function isAnswer(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number }
  return error instanceof Refusal || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
}

/** Turns whatever was thrown into the envelope a person can act on; causes go only to the log. */
function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const language = languageOf(request)
  if (error instanceof Refusal) {
    const problem = error.sayProblem(language)
    const { seconds } = error.values
    return sendEnvelope(reply.code(200), {
      respCode: error.words.code,
      respDesc: error.say(language),
      attribute: null,
      ...(error.field ? { field: error.field } : {}),
      ...(problem === undefined ? {} : { problem }),
      ...(error.words === commonRefusals.tooMany ? { retryAfter: seconds as number } : {}),
      ...(error instanceof Stale ? { stale: error.changesIn(language) } : {}),
    })
  }
  if (error instanceof Unreadable) {
    request.log.error({ err: error, traceId: request.id }, 'a sealed value was moved or changed')
    return sendRefusal(request, reply, new Refusal(commonRefusals.unreadable))
  }
  // Both were undone as a whole: the call may be made again.
  if (hasMet(error) || tookTooLong(error)) {
    const why = hasMet(error) ? 'a call met others each time it was run' : 'a statement took too long'
    request.log.warn({ err: error, traceId: request.id }, why)
    return sendRefusal(request, reply, new Refusal(commonRefusals.overloaded))
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (statusCode === 415) return sendRefusal(request, reply, wrongBody())
  if (isAnswer(error)) {
    const problem = { zh: '请求的格式不对', en: 'the request is malformed' }[language]
    return sendEnvelope(reply.code(200), {
      respCode: statusCode === 429 ? 429 : 422,
      respDesc: `${problem} (${code ?? statusCode})`,
      attribute: null,
      field: 'body',
    })
  }
  request.log.error({ err: error, traceId: request.id }, 'a call failed')
  return sendEnvelope(reply.code(200), {
    respCode: -1,
    respDesc: new Refusal(commonRefusals.failure, { traceId: request.id }).say(language),
    attribute: null,
    traceId: request.id,
  })
}

/** Answers for a database that does not: no transaction of what was asked is committed, so it may be asked again. */
function sendOverloaded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(503).header('retry-after', '3').header('cache-control', 'no-store')
  if (request.url.startsWith('/readyz')) return reply.send({ status: 'database hung' })
  return sendEnvelope(reply, {
    respCode: commonRefusals.overloaded.code,
    respDesc: commonRefusals.overloaded[languageOf(request)],
    attribute: null,
  })
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  const name = encodeURIComponent(file.name)
  return reply
    .header('content-type', file.type)
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .send(file.body)
}

/** The schema of what a call answers, by which the answer is written: nothing else leaves. */
export const answerOf = ({ output }: Call) => ({
  type: 'object',
  properties: { respCode: { type: 'integer' }, respDesc: { type: 'string' }, attribute: output },
})

function register(http: FastifyInstance, options: ServeOptions, answer: BoundCall): void {
  const { app, gate } = options
  const { call } = answer
  const check: InputCheck = checkInput(call.input)
  const limiter = new RateLimiterMemory({ points: call.perMinute, duration: 60 })
  const isHttps = app.environment.publicUrl.startsWith('https:')
  let write: ((answer: Record<string, unknown>) => string) | undefined

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    await limiter
      .consume(networkOf(request.ip))
      .catch((spent: { msBeforeNext?: number }) =>
        refuse(commonRefusals.tooMany, { seconds: Math.ceil((spent.msBeforeNext ?? 60_000) / 1000) }),
      )
    const token = tokenOf(request)
    const known = token ? await gate.find(token) : null
    const session = known && { ...known, request: { ip: request.ip, id: request.id } }
    if (session) senders.set(request, session)
    if (session?.viewer && !call.viewable) refuse(commonRefusals.viewOnly)
    if (!mayCall(session, call.allow)) {
      if (session) refuse(commonRefusals.notAllowed)
      refuse(token ? await gate.whyNot(token) : commonRefusals.notSignedIn)
    }
    const isOwnMatter = call.allow === 'public' || call.allow === 'signed-in'
    if (session?.mustChangePassword && !isOwnMatter) refuse(commonRefusals.passwordFirst)
    if (session?.mustAgree && !isOwnMatter) refuse(commonRefusals.agreeFirst)
    if (call.wholeProject && !(session && hasWholeProject(session))) refuse(commonRefusals.wholeProject)
    const query = request.query as Record<string, unknown>
    if (call.body !== 'multipart' && request.isMultipart()) throw wrongBody()
    const upload = call.body === 'multipart' ? await receiveUpload(request) : null
    let companion: string | null | undefined
    const cookies: [name: string, value: string, seconds: number][] = []
    try {
      const input = check(query, upload ? upload.fields : request.body)
      const ctx = {
        ...app,
        db: databaseOf(request, app.db),
        input,
        session,
        upload,
        ip: request.ip,
        agent: request.headers['user-agent'] ?? '',
        requestId: request.id,
        language: languageOf(request),
        projectId: session?.projectId ?? (await gate.portalOf((input as { unitId?: string }).unitId ?? null)),
        token,
        setCompanion: (value: string | null) => {
          companion = value
        },
        cookies: request.cookies,
        setCookie: (...cookie: (typeof cookies)[number]) => void cookies.push(cookie),
        log: request.log,
      } as unknown as Context
      const output = await answer.handle(ctx)
      // Shed while it read: the caller has been answered.
      if (reply.sent) return reply
      if (companion !== undefined) setCompanion(reply, companion, isHttps)
      for (const [name, value, maxAge] of cookies) {
        // Lax, since a round trip comes back from another site.
        reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge })
      }
      if (call.reply === 'file') return sendFile(reply, output as FileReply)
      // Compiled for the first answer: compiling those of all calls would take most of a start.
      write ??= reply.compileSerializationSchema(answerOf(call))
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .serializer(write)
        .send({ respCode: 200, respDesc: 'success', attribute: output })
    } catch (error) {
      if (!reply.sent) throw error
      request.log.info({ err: error }, 'a call that was refused has ended')
      return reply
    } finally {
      await upload?.discard()
    }
  }

  for (const url of new Set(pathsOf(call))) {
    const methods =
      call.method === 'GET' ? ['GET'] : call.reply === 'file' ? [call.method, 'GET'] : [call.method]
    http.route({
      url,
      method: methods as 'GET'[],
      handler: handle,
      config: { isCall: true },
    })
  }
}

/** The HTTP server: the only place that knows HTTP and the envelope. */
export async function serve(options: ServeOptions): Promise<FastifyInstance> {
  const { app } = options
  const http = fastify({
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: 60_000,
    genReqId: () => randomUUID(),
    trustProxy: app.environment.trustProxy.length > 0 ? app.environment.trustProxy : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  })
  endLateConnections(http)
  const isHttps = app.environment.publicUrl.startsWith('https:')
  const security = securityHeaders(isHttps)
  const ofFiles = fileHeaders(isHttps)
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(/^\/assets\/[^?]*\.(js|css)(\?|$)/.test(request.url) ? ofFiles : security)
    done()
  })
  if (options.sheds !== false) shedLoad(http, app.db, sendOverloaded)
  await http.register(cookie)
  http.addHook('onRequest', (request, _reply, done) => {
    // A neighbour's host can set the plain name for ours; the `__Host-` one it cannot.
    if (isHttps) delete request.cookies.sid
    done()
  })
  await http.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'] })
  await http.register(multipart, { limits: { files: 1, fileSize: 50 * 1024 * 1024, fields: 40 } })
  // A form of another site can send text and fields without being asked; JSON it cannot.
  http.removeContentTypeParser('text/plain')
  refuseCrossSite(http, app.environment.publicUrl)
  http.setErrorHandler((error, request, reply) => {
    // Who asked has left: nobody reads an answer, and nothing failed.
    const isCut = (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (isCut && request.raw.socket.destroyed) return reply.code(499).send()
    if (!isAnswer(error)) {
      const { projectId = null, accountId = null } = senders.get(request) ?? {}
      const place = request.routeOptions.url ?? ''
      const page = pageOf(request)
      options.report?.({ source: 'server', traceId: request.id, place, page, error, projectId, accountId })
    }
    return sendRefusal(request, reply, error)
  })

  http.get('/healthz', async () => ({ status: 'ok' }))
  http.get('/readyz', async (_request, reply) => {
    try {
      // A stuck lane is reported but the process stays ready: taking it out of service would not help.
      return { status: 'ready', stuckLanes: await findStuckLanes(app.db) }
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
  for (const answer of options.handlers) register(http, options, answer)
  // Routes that are not calls do not declare that they only read, so a view-as session may not use them.
  const own: Gate = {
    ...options.gate,
    async find(token) {
      const session = await options.gate.find(token)
      return session?.viewer ? null : session
    },
  }
  for (const routes of options.routes ?? []) await routes(http, app, own)
  return http
}

/** Answers what no route knows, under `/api`: HTTP 404 with respCode 404 in the envelope. */
export function sendUnknownCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendEnvelope(reply.code(404), {
    respCode: 404,
    respDesc: commonRefusals.unknownCall[languageOf(request)],
    attribute: null,
  })
}
