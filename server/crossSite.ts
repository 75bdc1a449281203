import type { FastifyInstance, FastifyRequest } from 'fastify'
import { commonRefusals, Refusal } from '../contract/refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call of the contract: no page of another site may make it, whatever its method. */
    isCall?: boolean
    /** Another server sends this by itself and signs it: what a browser says of its page means nothing here. */
    signedByServer?: boolean
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True if a page that names itself as `origin` is ours: the portal's address, or the host that was asked. */
function isOwnOrigin(origin: string, request: FastifyRequest, publicUrl: URL): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  if (page.origin === publicUrl.origin) return true
  return page.host === request.host && (publicUrl.protocol === 'http:' || page.protocol === 'https:')
}

/**
 * True if the browser says that a page of another site made it send a request. What sends neither header is
 * no browser: it carries no cookie and no token that it was not given.
 */
function isFromElsewhere(request: FastifyRequest, publicUrl: URL): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  // Written by the browser alone, and `none` only for what the person typed or opened.
  if (site === 'same-origin' || (site === 'none' && origin === undefined)) return false
  // Another port or a sibling host is the same site to a browser, but not the same page.
  if (origin !== undefined) return !isOwnOrigin(origin, request, publicUrl)
  return site !== undefined
}

/** Refuses every call, and every other request that changes something, that a page of another site made a browser send. */
export function refuseCrossSite(http: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl)
  http.addHook('onRequest', (request, _reply, done) => {
    const { isCall, signedByServer } = request.routeOptions.config
    const isGuarded = isCall || !reading.has(request.method)
    const isRefused = isGuarded && !signedByServer && isFromElsewhere(request, own)
    done(isRefused ? new Refusal(commonRefusals.otherSite) : undefined)
  })
}
