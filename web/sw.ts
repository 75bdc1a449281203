/**
 * Opens the portal where there is no network: the shell and the code of a learner's main pages, of one version. Nobody's
 * data: the shell is the same for everyone, and calls do not pass through here. A new version waits until no page of
 * the old one is open, so none loses its code; a page that is opened meanwhile comes from the network.
 */
const worker = self as unknown as ServiceWorkerGlobalScope

/** Filled by the build: what is stored, the name of this version, the pages of the back office, the server's own paths. */
declare const STORED: { version: string; files: string[]; office: string[]; server: string[] }

const { version, files, office, server } = STORED
const ours = `jixu-${version}`
/** A slower network than this is none, in milliseconds. */
const longestWait = 5_000

const isBelow = (path: string, tops: string[]) =>
  tops.some((top) => path === top || path.startsWith(`${top}/`))

/** Reads what is stored of this version; a store that cannot be read has nothing. */
const stored = (path: string) => caches.match(path, { cacheName: ours }).catch(() => undefined)

/** The back office is not stored: a page says what is missing. */
function noOffice(): Response {
  const [title, zh, en] = worker.navigator.onLine
    ? [
        '连不上服务器 · Cannot reach the server',
        '连不上服务器，请稍后刷新。',
        'The server cannot be reached. Please reload in a moment.',
      ]
    : [
        '断网 · Offline',
        '断网了，管理后台需要网络。恢复后请刷新。',
        'You are offline, and the back office needs a network. Reload once it is back.',
      ]
  const page = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><div role="alert" style="max-width:560px;margin:48px auto;padding:0 20px;font:18px/1.7 sans-serif">
<p>${zh}</p><p lang="en">${en}</p></div>`
  return new Response(page, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** A page: the shell that is stored opens it where the network is gone or too slow; without one it is waited for. */
async function openPage(request: Request, path: string): Promise<Response> {
  const isOffice = isBelow(path, office)
  const shell = isOffice ? undefined : await stored('/')
  const limit = new AbortController()
  const timer = shell && setTimeout(() => limit.abort(), longestWait)
  try {
    return await fetch(request, { signal: limit.signal })
  } catch (error) {
    if (isOffice) return noOffice()
    if (shell) return shell
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A file whose name changes with its content: what is stored is right, and what is not is stored beside its use. */
async function openAsset(event: FetchEvent): Promise<Response> {
  const { request } = event
  const known = await caches.match(request).catch(() => undefined)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) {
    const copy = response.clone()
    const store = async () => (await caches.open(ours)).put(request, copy)
    // A full disk takes nothing, and the page continues.
    event.waitUntil(store().catch(() => {}))
  }
  return response
}

/** A file that belongs to this version of the shell: the page waits for it, so it comes from where the shell does. */
const openFile = async (request: Request, path: string) => (await stored(path)) ?? fetch(request)

worker.addEventListener('install', (event) => {
  const fresh = files.map(
    (file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }),
  )
  event.waitUntil(caches.open(ours).then((cache) => cache.addAll(fresh)))
})

worker.addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const other of await caches.keys()) if (other !== ours) await caches.delete(other)
    await worker.clients.claim()
  }
  event.waitUntil(tidy())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin || isBelow(pathname, server)) return
  if (request.mode === 'navigate') event.respondWith(openPage(request, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(event))
  else if (pathname !== '/' && files.includes(pathname)) event.respondWith(openFile(request, pathname))
})
