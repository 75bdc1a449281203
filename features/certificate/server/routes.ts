import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { normalizeName } from '../../../contract/normalize.ts'
import { commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import { companionOf, languageOf } from '../../../server/caller.ts'
import { readForms } from '../../../server/forms.ts'
import { networkOf } from '../../../server/network.ts'
import type { Routes } from '../../../server/serve.ts'
import { readSignedQuery } from '../../../server/signedQuery.ts'
import { getSystemConfig } from '../../project/server/actions.ts'
import { openSigner } from '../signature/server/actions.ts'
import { listKeys } from '../signature/server/data.ts'
import { savedPage } from '../signature/server/document.ts'
import { askPage, type CheckReader, foundPage, slowPage, styles, unknownPage } from './check.ts'
import { findByCode, listByNumber } from './data.ts'
import { certificateFile } from './print.ts'

const isSpent = (limiter: RateLimiterMemory, who: string) =>
  limiter.consume(who).then(
    () => false,
    () => true,
  )

/** The public check of a certificate, without scripts, on any phone: by its QR code, or by number and name. */
export const checkRoutes: Routes = async (http, { db, secrets, environment }, gate) => {
  const perMinute = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  const pageLimit = perMinute(60)
  // Numbers follow each other: names must not be found by trying.
  const formLimit = perMinute(10)

  const send = (reply: FastifyReply, code: number, page: string) =>
    reply.code(code).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  const readerOf = async (request: FastifyRequest): Promise<CheckReader> => {
    const { settings, info } = await getSystemConfig(db, await gate.portalOf(null), environment)
    return { language: languageOf(request), portalTitle: settings.title, phone: info.phone }
  }
  http.get('/check', async (request, reply) => {
    if (await isSpent(pageLimit, networkOf(request.ip)))
      return send(reply, 429, slowPage(languageOf(request)))
    return send(reply, 200, askPage(await readerOf(request)))
  })

  http.get('/check/keys.json', async (request, reply) => {
    if (await isSpent(pageLimit, networkOf(request.ip))) refuse(commonRefusals.tooMany, { seconds: 60 })
    return reply.header('cache-control', 'no-store').send({ algorithm: 'Ed25519', keys: await listKeys(db) })
  })

  http.get('/check/offline.html', async (request, reply) => {
    if (await isSpent(pageLimit, networkOf(request.ip)))
      return send(reply, 429, slowPage(languageOf(request)))
    // A key is there before the first certificate is printed, so that the page saved today knows it.
    await openSigner(db, secrets)
    const [row] = await db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
    const page = await savedPage({
      keys: await listKeys(db),
      portal: environment.publicUrl,
      day: row!.day as string,
      styles,
    })
    reply.header('content-disposition', 'attachment; filename="certificate-check.html"')
    return send(reply, 200, page)
  })

  http.get<{ Params: { code: string } }>('/check/:code', async (request, reply) => {
    if (await isSpent(pageLimit, networkOf(request.ip)))
      return send(reply, 429, slowPage(languageOf(request)))
    const reader = await readerOf(request)
    const { code } = request.params
    const found = /^[\w-]{1,100}$/.test(code) ? await findByCode(db, code) : null
    return found ? send(reply, 200, foundPage(reader, [found])) : send(reply, 404, unknownPage(reader))
  })

  await http.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    readForms(forms)
    forms.post('/check', async (request, reply) => {
      if (await isSpent(formLimit, networkOf(request.ip)))
        return send(reply, 429, slowPage(languageOf(request)))
      const reader = await readerOf(request)
      const { number, name } = readTyped(request.body)
      if (!number || !name) return send(reply, 422, askPage(reader, { number, name }, 'missing'))
      const [found, ...others] = await listByNumber(db, number, name)
      return found
        ? send(reply, 200, foundPage(reader, [found, ...others]))
        : send(reply, 404, askPage(reader, { number, name }, 'unknownNumber'))
    })
  })
}

/** The two texts of the form, as a name is stored: without what cannot be seen or stored. */
function readTyped(body: unknown): { number: string; name: string } {
  const { number, name } = (body ?? {}) as Record<string, unknown>
  const text = (value: unknown) =>
    typeof value === 'string' ? normalizeName(value.replaceAll('\0', '')).slice(0, 60) : ''
  return { number: text(number), name: text(name) }
}

const types = { pdf: 'application/pdf', png: 'image/png' } as const
const fileName = /^([0-9a-f-]{36})\.(pdf|png)$/

function readFileName(file: string): { id: string; format: keyof typeof types } | null {
  const [, id, format] = fileName.exec(file) ?? []
  return id && (format === 'pdf' || format === 'png') ? { id, format } : null
}

/** A certificate as a file at an address signed for its holder, who opens it where they are signed in. */
export const certificateFileRoutes: Routes = (http, app) => {
  const perMinute = new RateLimiterMemory({ points: 120, duration: 60 })

  /** The file, asked for by its holder; null for anyone else. */
  async function open(request: FastifyRequest<{ Params: { file: string } }>) {
    const named = readFileName(request.params.file)
    const signed = named && readSignedQuery(app.secrets, 'certificate', named.id, request.query as object)
    const companion = companionOf(request)
    // Without a session of the portal nothing is asked: an address that was passed on spends nobody's share.
    if (!signed || companion === null || signed.until * 1000 < Date.now()) return null
    if (await isSpent(perMinute, `${signed.accountId} ${companion}`))
      refuse(commonRefusals.tooMany, { seconds: 60 })
    const file = await certificateFile(app, { ...named, who: signed.accountId, companion })
    return file && { ...file, type: types[named.format] }
  }

  http.get<{ Params: { file: string } }>(
    '/media/certificate/:file',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const isPdf = request.params.file.endsWith('.pdf')
      reply.header('cache-control', 'private, no-cache')
      try {
        const file = await open(request)
        if (file) {
          // A PDF that is opened again is printed again.
          const etag = file.version && `"${file.version}"`
          if (etag && request.headers['if-none-match'] === etag) return await reply.code(304).send()
          if (etag) reply.header('etag', etag)
          return await reply
            .type(file.type)
            .header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`)
            .send(file.bytes)
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // A person reads it in a window of its own.
        const code = error.words.code === -1 ? 422 : error.words.code
        return reply
          .code(code)
          .type('text/plain; charset=utf-8')
          .send(error.say(languageOf(request)))
      }
      // Who is no longer signed in, or has an address of yesterday, gets a new one from the list.
      return isPdf ? reply.redirect('/my?tab=certificates') : reply.code(404).send()
    },
  )
}
