import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findFirstPictures } from '../features/banner/server/actions.ts'
import { getSystemConfig } from '../features/project/server/actions.ts'
import type { AppContext } from '../server/appContext.ts'
import { companionOf, languageOf } from '../server/caller.ts'
import { securityHeaders } from '../server/securityHeaders.ts'
import type { Gate } from '../server/serve.ts'
import { thisYear } from '../web/dayStart.ts'
import type { FirstFiles } from './chunks.ts'
import { firstCallsOf } from './firstCalls.ts'
import { fillPage } from './firstHtml.ts'
import { inTime } from './inTime.ts'
import { isOfServer } from './serverPaths.ts'
import { allPages } from './webPages.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

/** Replaces the worker where its file was taken away: it forgets what the other stored, and goes. */
const noWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => registration.unregister())))
`
const sendNoWorker = (_: unknown, reply: FastifyReply) =>
  reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(noWorker)

/** Text of every stylesheet that pages begin with, by its address. */
async function readStyles(firstFiles: Record<string, FirstFiles>): Promise<ReadonlyMap<string, string>> {
  const files = new Set(Object.values(firstFiles).flatMap(({ styles }) => styles))
  const read = async (file: string) => [file, await readFile(`${dist}${file}`, 'utf8')] as const
  return new Map(await Promise.all([...files].map(read)))
}

/** The content policy of the page, by which the script that is written into it runs, and no other. */
function policyOf(html: string, isHttps: boolean): string {
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(html) ?? []
  const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`
  return securityHeaders(isHttps, [hash])['content-security-policy']!
}

/** Serves the built web: hashed assets for ever, every other path below the portal as the one page. */
export async function servePages(http: FastifyInstance, app: AppContext, gate: Gate): Promise<void> {
  if (!existsSync(`${dist}index.html`)) return
  const html = await readFile(`${dist}index.html`, 'utf8')
  const firstFiles = JSON.parse(await readFile(`${dist}pages.json`, 'utf8')) as Record<string, FirstFiles>
  const styles = await readStyles(firstFiles)
  const policy = policyOf(html, app.environment.publicUrl.startsWith('https:'))
  const pages = new Map(allPages.map((page) => [page.path, page]))
  const readConfig = inTime(async () => getSystemConfig(app.db, await gate.portalOf(null), app.environment))
  const readPictures = inTime(async () => findFirstPictures(app.db, await gate.portalOf(null)))
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
    const [path, search] = request.url.split('?', 2) as [string, string?]
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !isOfServer(path) &&
      !/^\/assets(\/|$)/.test(path) &&
      !/\.[a-z0-9]{2,5}$/i.test(path)
    if (!isPage) return
    const query = new URLSearchParams(search)
    const page = pages.get(path)
    // A unit's visitors see its project's portal, whose configuration the page asks for.
    const isOfUnit = query.has('unitId')
    // Banners come first for who has not signed in; others wait less for what is theirs without them.
    const showsBanners = path === '/' && !isOfUnit && companionOf(request) === null
    const [config, pictures] = await Promise.all([
      isOfUnit ? null : readConfig(),
      showsBanners ? readPictures() : null,
    ])
    const language = languageOf(request)
    const filled = fillPage(html, {
      path,
      ...(page?.title ? { title: page.title[language === 'en' ? 1 : 0] } : {}),
      frame: page?.frame ?? 'learner',
      files: firstFiles[path] ?? { scripts: [], styles: [] },
      styles,
      calls: firstCallsOf(path, query, thisYear()),
      pictures: pictures ?? [],
      config,
      at: Date.now(),
      language,
    })
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(filled)
  })
}
