import type { FastifyInstance } from 'fastify'

/** Reads what a page's own form sends, in the scope that has such a page; calls take JSON and multipart only. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}
