import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { beforeEach, mock, test } from 'node:test'
import { runInNewContext } from 'node:vm'

const code = stripTypeScriptTypes(readFileSync(new URL('./sw.ts', import.meta.url), 'utf8'))

type Listener = (event: object) => void
/** Stores of the browser, by store and address. */
let stores: Map<string, Map<string, Response>>
let listeners: Map<string, Listener>
/** Reaction of the network: it answers with a text, fails, or is silent. */
let network: 'answers' | 'fails' | 'silent'
let isFull: boolean
let navigator: { onLine: boolean }

const pathOf = (request: { url: string } | string) =>
  typeof request === 'string' ? request : new URL(request.url).pathname

/** Starts a version of the worker beside what earlier ones have stored. */
function start(version = 'v1'): void {
  listeners = new Map()
  const storeOf = (name: string) => {
    if (!stores.has(name)) stores.set(name, new Map())
    const store = stores.get(name)!
    const put = async (request: { url: string }, response: Response) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      store.set(pathOf(request), response)
    }
    return {
      put,
      addAll: async (requests: { url: string }[]) => {
        for (const request of requests) await put(request, new Response(`stored ${pathOf(request)}`))
      },
    }
  }
  const request = class {
    url: string
    constructor(path: string) {
      this.url = `http://portal.test${path}`
    }
  }
  runInNewContext(code, {
    URL,
    Response,
    AbortController,
    Request: request,
    // As they are when they are called: a test may move the time.
    setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
    clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
    STORED: {
      version,
      files: ['/', '/begin.js', '/assets/main-1.js'],
      office: ['/home', '/admin-login'],
      server: ['/api', '/healthz'],
    },
    self: {
      navigator,
      location: { origin: 'http://portal.test' },
      clients: { claim: async () => {} },
      addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    },
    caches: {
      open: async (name: string) => storeOf(name),
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      match: async (given: { url: string } | string, { cacheName }: { cacheName?: string } = {}) => {
        const found = [...stores].filter(([name]) => !cacheName || name === cacheName)
        return found.map(([, store]) => store.get(pathOf(given))).find(Boolean)
      },
    },
    fetch: (asked: { url: string }, { signal }: RequestInit = {}) => {
      if (network === 'answers') return Promise.resolve(new Response(`fresh ${pathOf(asked)}`))
      if (network === 'fails') return Promise.reject(new TypeError('Failed to fetch'))
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
  })
}

/** Sends the worker an event and waits for what it does beside its answer. */
async function happen(name: string, event: object = {}): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get(name)!({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) })
  await Promise.all(work)
}

/** Returns the answer a page gets; null where the worker leaves a request to the browser. */
async function open(path: string, mode = 'no-cors'): Promise<string | null> {
  let answer: Promise<Response> | null = null
  const request = { url: `http://portal.test${path}`, method: 'GET', mode }
  await happen('fetch', { request, respondWith: (given: Promise<Response>) => (answer = given) })
  if (!answer) return null
  return (await (answer as Promise<Response>)).clone().text()
}
const visit = (path: string) => open(path, 'navigate')
const turn = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(async () => {
  mock.timers.reset()
  stores = new Map()
  network = 'answers'
  isFull = false
  navigator = { onLine: true }
  start()
  await happen('install')
})

test('a page comes from the network, and from the store where that is gone', async () => {
  assert.equal(await visit('/classCenter'), 'fresh /classCenter')
  network = 'fails'
  assert.equal(await visit('/classCenter'), 'stored /')
  stores.clear()
  await assert.rejects(visit('/classCenter'), TypeError)
})

test('on a silent line the shell is opened after five seconds, and what it waits for is there at once', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  network = 'silent'
  let shown: string | null = null
  void visit('/classCenter').then((text) => (shown = text))
  await turn()
  mock.timers.tick(4_999)
  await turn()
  assert.equal(shown, null)
  mock.timers.tick(1)
  await turn()
  assert.equal(shown, 'stored /')
  for (const file of ['/begin.js', '/assets/main-1.js']) {
    const late = turn()
      .then(turn)
      .then(turn)
      .then(() => 'not yet')
    assert.equal(await Promise.race([open(file), late]), `stored ${file}`)
  }
})

test('the back office is waited for; where it does not come the page says whether the network or the server is gone', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  network = 'silent'
  let shown: string | null = null
  void visit('/home/index').then((text) => (shown = text))
  mock.timers.tick(59_000)
  await turn()
  assert.equal(shown, null)
  network = 'fails'
  assert.match((await visit('/home/index'))!, /连不上服务器，请稍后刷新.*Please reload/s)
  navigator.onLine = false
  assert.match((await visit('/home/index'))!, /管理后台需要网络.*You are offline/s)
})

test('a file with a version in its name is stored when it was needed, beside its answer', async () => {
  assert.equal(await open('/assets/page-2.js'), 'fresh /assets/page-2.js')
  network = 'fails'
  assert.equal(await open('/assets/page-2.js'), 'fresh /assets/page-2.js')
})

test('a full disk takes nothing from a page that the network brings', async () => {
  isFull = true
  assert.equal(await open('/assets/page-2.js'), 'fresh /assets/page-2.js')
  assert.equal(stores.get('jixu-v1')!.has('/assets/page-2.js'), false)
})

test('calls, files of people and other addresses do not pass through', async () => {
  for (const path of ['/api/thing/find.action', '/healthz', '/']) assert.equal(await open(path), null, path)
})

test('a new version forgets what the earlier one stored', async () => {
  start('v2')
  await happen('install')
  assert.deepEqual([...stores.keys()], ['jixu-v1', 'jixu-v2'])
  await happen('activate')
  assert.deepEqual([...stores.keys()], ['jixu-v2'])
})
