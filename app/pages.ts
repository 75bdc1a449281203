import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isOfServer } from './serverPaths.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

/** Replaces the worker where its file was taken away: it forgets what the other stored, and goes. */
const noWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => registration.unregister())))
`
const sendNoWorker = (_: unknown, reply: FastifyReply) =>
  reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(noWorker)

/** Serves the built web: hashed assets for ever, every other path below the portal as the one page. */
export async function servePages(http: FastifyInstance): Promise<void> {
  if (!existsSync(`${dist}index.html`)) return
  const page = await readFile(`${dist}index.html`, 'utf8')
  await http.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    index: false,
    preCompressed: true,
    setHeaders(response, path) {
      const immutable = path.includes('/assets/')
      response.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  if (!existsSync(`${dist}sw.js`)) http.get('/sw.js', sendNoWorker)
  // Browsers request it by themselves for responses that are not the page.
  http.get('/favicon.ico', (_, reply) => reply.redirect('/icon.svg', 301))
  http.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0]!
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !isOfServer(path) &&
      !/^\/assets(\/|$)/.test(path) &&
      !/\.[a-z0-9]{2,5}$/i.test(path)
    if (isPage) return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}
