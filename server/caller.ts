import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../contract/refusal.ts'
import { writeRoleToken } from './session.ts'

const companionName = (isHttps: boolean) => (isHttps ? '__Host-sid' : 'sid')
const roleToken = /^(.+)-token$/s
const ownToken = /^[\w-]{43}$/

/** Decodes a header value: percent-encoded UTF-8, since headers only contain Latin-1. */
function decodeHeader(header: string): string | null {
  try {
    const text = decodeURIComponent(header)
    return [...text].some((letter) => letter < ' ') ? null : text
  } catch {
    return null
  }
}

/** The companion cookie of a request, by which it names the session of its browser; null without one. */
export function companionOf(request: FastifyRequest): string | null {
  const companion = request.cookies['__Host-sid'] ?? request.cookies.sid
  return companion && ownToken.test(companion) ? companion : null
}

/**
 * The token of a request: from the header, never only from a cookie, so that no other site can act for a person. The
 * name of a role, `<role>-token`, is no token; it chooses a role of the session whose companion cookie comes with it.
 */
export function tokenOf(request: FastifyRequest): string | null {
  const { token: header } = request.headers
  const token = typeof header === 'string' && header !== '' ? decodeHeader(header) : null
  const roleName = token && !ownToken.test(token) ? roleToken.exec(token)?.[1] : undefined
  if (!roleName) return token
  const companion = companionOf(request)
  return companion ? writeRoleToken({ companion, roleName }) : token
}

/** The companion cookie: no script reads it and no other site sends it. */
export function setCompanion(reply: FastifyReply, companion: string | null, isHttps: boolean): void {
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps } as const
  if (companion === null) reply.clearCookie(companionName(isHttps), options)
  else reply.setCookie(companionName(isHttps), companion, options)
}

/** The language of an answer: English where the request prefers it, otherwise Chinese. */
export function languageOf(request: FastifyRequest): Language {
  const accepted = request.headers['accept-language'] ?? ''
  return /^\s*en/i.test(accepted) ? 'en' : 'zh'
}
