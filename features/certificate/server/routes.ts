import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { companionOf, languageOf } from '../../../server/caller.ts'
import { readForms } from '../../../server/forms.ts'
import { networkOf } from '../../../server/network.ts'
import type { Routes } from '../../../server/serve.ts'
import { readSignedQuery } from '../../../server/signedQuery.ts'
import { getSettings } from '../../project/server/actions.ts'
import { certificateFile } from './actions.ts'
import { askPage, type CheckReader, foundPage, slowPage, unknownPage } from './check.ts'
import { findByCode, findByNumber } from './data.ts'

type TypedForm = { Body: { number?: string; name?: string } | null }

const isSpent = (limiter: RateLimiterMemory, who: string) =>
  limiter.consume(who).then(
    () => false,
    () => true,
  )

/** The public check of a certificate, without scripts, on any phone: by its QR code, or by number and name. */
export const checkRoutes: Routes = async (http, { db }, gate) => {
  const perMinute = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  const opened = perMinute(60)
  // Numbers follow each other: names must not be found by trying.
  const typed = perMinute(10)

  const send = (reply: FastifyReply, code: number, page: string) =>
    reply.code(code).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  const readerOf = async (request: FastifyRequest): Promise<CheckReader> => {
    const { title } = await getSettings(db, await gate.portalOf(null))
    return { language: languageOf(request), portalTitle: title }
  }
  http.get('/check', async (request, reply) => send(reply, 200, askPage(await readerOf(request))))

  http.get<{ Params: { code: string } }>('/check/:code', async (request, reply) => {
    if (await isSpent(opened, networkOf(request.ip))) return send(reply, 429, slowPage(languageOf(request)))
    const reader = await readerOf(request)
    const { code } = request.params
    const found = /^[\w-]{1,100}$/.test(code) ? await findByCode(db, code) : null
    return found ? send(reply, 200, foundPage(reader, found)) : send(reply, 404, unknownPage(reader))
  })

  await http.register(async (forms) => {
    readForms(forms)
    forms.post<TypedForm>('/check', async (request, reply) => {
      if (await isSpent(typed, networkOf(request.ip))) return send(reply, 429, slowPage(languageOf(request)))
      const reader = await readerOf(request)
      const number = (request.body?.number ?? '').trim().slice(0, 60)
      const name = (request.body?.name ?? '').trim().slice(0, 60)
      if (!number || !name) return send(reply, 422, askPage(reader, number, 'missing'))
      const found = await findByNumber(db, number, name)
      return found
        ? send(reply, 200, foundPage(reader, found))
        : send(reply, 404, askPage(reader, number, 'unknownNumber'))
    })
  })
}

const types = { pdf: 'application/pdf', png: 'image/png' } as const
const fileName = /^([0-9a-f-]{36})\.(pdf|png)$/

/** A certificate as a file at an address signed for its holder, who opens it where they are signed in. */
export const certificateFileRoutes: Routes = (http, { db, secrets, environment }) => {
  const perMinute = new RateLimiterMemory({ points: 120, duration: 60 })

  http.get<{ Params: { file: string } }>('/media/certificate/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const [, id = '', format] = (fileName.exec(request.params.file) ?? []) as [
      string?,
      string?,
      ('pdf' | 'png')?,
    ]
    const signed = format ? readSignedQuery(secrets, 'certificate', id, request.query as object) : null
    const isGood = signed !== null && signed.until * 1000 > Date.now()
    if (isGood && (await isSpent(perMinute, signed.accountId))) return reply.code(429).send()
    const about = { id, format: format!, who: signed?.accountId ?? '', companion: companionOf(request) }
    const file = isGood ? await certificateFile(db, about, environment.publicUrl) : null
    // Anyone who is not signed in any more gets a new address from the list.
    if (!file) return format === 'pdf' ? reply.redirect('/my?tab=certificates') : reply.code(404).send()
    return reply
      .type(types[format!])
      .header('cache-control', 'private, max-age=86400')
      .header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .send(file.bytes)
  })
}
