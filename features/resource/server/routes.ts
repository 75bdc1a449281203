import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import { companionOf, languageOf } from '../../../server/caller.ts'
import type { Routes } from '../../../server/serve.ts'
import { readSignedQuery } from '../../../server/signedQuery.ts'
import { resourceRefusals } from '../contract.ts'
import { stopMediaWork } from '../media/server/actions.ts'
import { rangeOf, signPlaylist } from '../rules.ts'
import { findPlayable, type Playable } from './data.ts'

type MediaRequest = FastifyRequest<{ Params: { id: string; '*': string } }>

const partTypes: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  ts: 'video/mp2t',
}

function refuseMedia(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(refusal.words.code)
    .header('cache-control', 'no-store')
    .send({ respCode: refusal.words.code, respDesc: refusal.say(languageOf(request)), attribute: null })
}

/**
 * Videos and their subtitles at signed addresses. Each request is checked again: signature, end, the account and that
 * it is signed in in this browser, and that the video is still there.
 */
export const mediaRoutes: Routes = (http, { db, files, secrets }) => {
  async function admit(request: MediaRequest): Promise<Playable> {
    const { id } = request.params
    const pass = readSignedQuery(secrets, 'play', id, request.query as object)
    if (!pass) return refuse(commonRefusals.notAllowed)
    const video =
      (await findPlayable(db, id, { who: pass.accountId, companion: companionOf(request) })) ??
      refuse(commonRefusals.notFound)
    if (video.now > pass.until) refuse(resourceRefusals.linkOver)
    return video
  }

  /** Sends a stored file, in full or the requested range; cached only privately. */
  async function sendFile(
    request: MediaRequest,
    reply: FastifyReply,
    key: string,
    type: string,
    tag: string,
  ) {
    const size = (await files.size(key)) ?? refuse(commonRefusals.notFound)
    const etag = `"${tag}"`
    reply.headers({
      'cache-control': 'no-store, private',
      'accept-ranges': 'bytes',
      etag,
      'content-type': type,
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const isSame = (request.headers['if-range'] ?? etag) === etag
    const range = isSame ? rangeOf(request.headers.range, size) : null
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    reply.header('content-length', range ? range.end - range.start + 1 : size)
    return reply.send(files.read(key, range ?? undefined))
  }

  async function sendPart(request: MediaRequest, reply: FastifyReply, folder: string, name: string) {
    const extension = /^[\w-]{1,60}\.(m3u8|m4s|mp4|ts)$/.exec(name)?.[1]
    if (!extension) return refuse(commonRefusals.notFound)
    const key = `${folder}/${name}`
    if (extension !== 'm3u8') return sendFile(request, reply, key, partTypes[extension]!, name)
    const playlist = await readFile(files.path(key), 'utf8').catch(() => refuse(commonRefusals.notFound))
    const query = new URL(request.url, 'http://portal').search.slice(1)
    return reply
      .headers({ 'cache-control': 'no-store, private', 'content-type': partTypes.m3u8! })
      .send(signPlaylist(playlist, `/media/video/${request.params.id}/hls/`, query))
  }

  /** Refusals of media are HTTP's own: a player reads the status, never an envelope. */
  const guarded =
    (send: (request: MediaRequest, reply: FastifyReply, video: Playable) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return await send(request as MediaRequest, reply, await admit(request as MediaRequest))
      } catch (error) {
        if (error instanceof Refusal) return refuseMedia(request, reply, error)
        throw error
      }
    }

  http.get(
    '/media/video/:id',
    guarded((request, reply, video) => {
      // A <video> element sends Range and continues with the file it began, even when segments were created meanwhile.
      const wantsFile = video.direct && request.headers.range !== undefined
      if (video.hlsKey && !wantsFile) return sendPart(request, reply, video.hlsKey, 'index.m3u8')
      if (!video.direct) return refuse(commonRefusals.notFound)
      return sendFile(request, reply, video.fileKey, video.mime, video.sha256.slice(0, 32))
    }),
  )
  http.get(
    '/media/video/:id/hls/*',
    guarded((request, reply, video) => {
      if (!video.hlsKey) return refuse(commonRefusals.notFound)
      return sendPart(request, reply, video.hlsKey, request.params['*'])
    }),
  )
  http.get(
    '/media/subtitles/:id',
    guarded((request, reply, video) => {
      const key = video.subtitlesKey ?? refuse(commonRefusals.notFound)
      return sendFile(request, reply, key, 'text/vtt; charset=utf-8', key.slice(-40))
    }),
  )
  http.addHook('onClose', async () => stopMediaWork())
}
