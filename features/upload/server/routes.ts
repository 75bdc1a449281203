import { FileStore as TusFiles } from '@tus/file-store'
import { Server as TusServer } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import { badInput } from '../../../server/input.ts'
import { languageOf, tokenOf } from '../../../server/caller.ts'
import type { Routes } from '../../../server/serve.ts'
import { mayCall, type Session } from '../../../server/session.ts'
import { uploadRefusals } from '../contract.ts'
import { tusPath } from '../rules.ts'
import {
  beginUpload,
  finishUpload,
  giveUpUpload,
  readUploadToken,
  touchUpload,
  uploadFolder,
  type UploadPurpose,
} from './actions.ts'

const uploadId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

function envelopeOf(refusal: Refusal, request: FastifyRequest): { status: number; body: string } {
  const { code } = refusal.words
  const envelope = { respCode: code, respDesc: refusal.say(languageOf(request)), attribute: null }
  return { status: code >= 400 ? code : 500, body: JSON.stringify(envelope) }
}

function sendEnvelope(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, body } = envelopeOf(refusal, reply.request)
  return reply.code(status).header('tus-resumable', '1.0.0').type('application/json').send(body)
}

/**
 * Resumable uploads by the tus protocol, for all purposes at one address. Every request carries the session token and
 * needs a menu entry of the upload's purpose; an upload is visible only to the account that announced it.
 */
export const tusRoutes =
  (purposes: readonly UploadPurpose[]): Routes =>
  (http, app, gate) =>
    serveTus(purposes, http, app, gate)

async function serveTus(
  purposes: readonly UploadPurpose[],
  ...[http, app, gate]: Parameters<Routes>
): Promise<void> {
  const { db, environment } = app
  const callers = new WeakMap<object, { session: Session; request: FastifyRequest; id: string | null }>()
  const callerOf = (request: { runtime?: { node?: { req: object } } }) =>
    callers.get(request.runtime!.node!.req)!

  const menus = purposes.flatMap((purpose) => purpose.menus)
  const purposeOf = (key: string) =>
    purposes.find((purpose) => purpose.key === key) ?? refuse(uploadRefusals.wrongToken)

  const tus = new TusServer({
    path: tusPath,
    relativeLocation: true,
    maxSize: Math.max(...purposes.map(({ bytes }) => bytes)),
    allowedOrigins: [new URL(environment.publicUrl).origin],
    datastore: new TusFiles({ directory: uploadFolder(environment) }),
    // The upload that was admitted, however else the address may be read.
    getFileIdFromRequest: (request) => callerOf(request).id ?? undefined,
    namingFunction: (_request, metadata) =>
      readUploadToken(metadata?.token ?? '')?.id ?? refuse(uploadRefusals.wrongToken),
    async onUploadCreate(request, upload) {
      const { session } = callerOf(request)
      const { token, name } = upload.metadata ?? {}
      const purpose = purposeOf(readUploadToken(token ?? '')?.purpose ?? '')
      if (!mayCall(session, purpose.menus)) refuse(commonRefusals.notAllowed)
      await db.begin((tx) =>
        beginUpload(tx, app, session, {
          token: token ?? '',
          name: name ?? '',
          bytes: upload.size ?? 0,
        }),
      )
      return {}
    },
    async onUploadFinish(_request, upload) {
      const purpose = purposeOf(readUploadToken(upload.metadata?.token ?? '')?.purpose ?? '')
      await finishUpload(app, purpose, upload.id)
      return {}
    },
    onResponseError(request, error) {
      if (error instanceof Refusal) {
        const { status, body } = envelopeOf(error, callerOf(request).request)
        return { status_code: status, body }
      }
      if (error instanceof Error) app.log.error({ err: error }, 'an upload failed')
      return undefined
    },
  })

  /** The caller and the upload; refuses as every call does. */
  async function admit(request: FastifyRequest): Promise<{ session: Session; id: string | null }> {
    const token = tokenOf(request)
    const session = token ? await gate.find(token) : null
    if (!session) return refuse(commonRefusals.notSignedIn)
    if (!mayCall(session, menus)) refuse(commonRefusals.notAllowed)
    const { id } = request.params as { id?: string }
    if (id === undefined) return { session, id: null }
    return uploadId.test(id) ? { session, id } : refuse(commonRefusals.notFound)
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const { session, id } = await admit(request)
      if (request.headers['upload-concat'] !== undefined) {
        throw badInput('upload-concat', { zh: '不支持分段合并上传', en: 'is not supported' })
      }
      if (id) {
        const upload = await touchUpload(db, session, id)
        if (!mayCall(session, purposeOf(upload.purpose).menus)) refuse(commonRefusals.notAllowed)
        if (upload.status === 'refused') refuse(commonRefusals.notFound)
        if (request.method === 'DELETE') {
          await giveUpUpload(app, id)
          return reply.code(204).header('tus-resumable', '1.0.0').send()
        }
        if (upload.status !== 'receiving') {
          // The upload is complete and was moved: a client that queries the offset gets the end.
          return reply
            .code(request.method === 'HEAD' ? 200 : 410)
            .headers({
              'tus-resumable': '1.0.0',
              'upload-offset': upload.bytes,
              'upload-length': upload.bytes,
            })
            .header('cache-control', 'no-store')
            .send()
        }
      }
      callers.set(request.raw, { session, request, id })
    } catch (error) {
      if (error instanceof Refusal) return sendEnvelope(reply, error)
      throw error
    }
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
    reply.hijack()
    await tus.handle(request.raw, reply.raw)
    return reply
  }

  await http.register(async (scope) => {
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null))
    const methods = ['POST', 'HEAD', 'PATCH', 'DELETE'] as const
    for (const method of methods) {
      scope.route({ method, url: method === 'POST' ? tusPath : `${tusPath}/:id`, handler: handle })
    }
  })
}
