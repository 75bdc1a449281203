import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { firstAnswersPath } from '../app/firstCalls.ts'

const code = readFileSync(new URL('./begin.js', import.meta.url), 'utf8')
const call = (name: string, by = 'learner') => ({ method: 'POST', url: `/api/${name}`, body: '{}', by })

/** Runs the script in a page, with a server that answers it. */
function begin(answer: (url: string, body: string) => Response | Promise<Response>, given = {}) {
  const sent: string[] = []
  const store = (items: Record<string, string>) => ({ getItem: (key: string) => items[key] ?? null })
  const window = { begun: new Map<string, { response: Promise<Response> }>() }
  const text = JSON.stringify({ path: '/', calls: [call('a'), call('b'), call('c', 'visitor')], ...given })
  runInNewContext(code, {
    window,
    document: {
      documentElement: { dataset: {}, style: { setProperty() {} } },
      getElementById: () => ({ textContent: text }),
    },
    localStorage: store({ token: 'T', locale: 'zh-CN' }),
    sessionStorage: store({}),
    location: { pathname: '/', search: '' },
    matchMedia: () => ({ matches: false }),
    navigator: { language: 'zh' },
    fetch: async (url: string, { body }: { body: string }) => {
      sent.push(url)
      return answer(url, body)
    },
    setTimeout() {},
    URLSearchParams,
    TextDecoder,
    Response,
  })
  const read = async (name: string) => (await window.begun.get(`/api/${name} {}`)!.response).text()
  return { sent, read, begun: window.begun }
}

/** A body that comes in the pieces given. */
const inPieces = (...pieces: string[]) =>
  new Response(
    new ReadableStream({
      start(stream) {
        for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece))
        stream.close()
      },
    }),
  )

test('the calls of who reads are sent in one request, and each gets its line however the lines are cut', async () => {
  const { sent, read, begun } = begin(() =>
    inPieces('{"n":1,"status":200,"bo', 'dy":{"b":1}}\n{"n":0,"status":200,"body":{"a":"一"}}', '\n'),
  )
  assert.deepEqual([await read('a'), await read('b')], ['{"a":"一"}', '{"b":1}'])
  assert.deepEqual([sent, begun.has('/api/c {}')], [[firstAnswersPath], false])
})

test('what the one request does not answer is asked alone', async () => {
  const cut = begin((url) =>
    url === firstAnswersPath ? inPieces('{"n":0,"status":200,"body":1}\n{"n":1,') : new Response(url),
  )
  assert.deepEqual([await cut.read('a'), await cut.read('b')], ['1', '/api/b'])
  assert.deepEqual(cut.sent, [firstAnswersPath, '/api/b'])
  const unknown = begin((url) =>
    url === firstAnswersPath ? new Response('', { status: 404 }) : new Response(url),
  )
  assert.deepEqual([await unknown.read('a'), await unknown.read('b')], ['/api/a', '/api/b'])
})

test('a server that has too much to do is asked once', async () => {
  const { sent, read } = begin(() => new Response('{"respCode":503}', { status: 503 }))
  assert.deepEqual([await read('a'), await read('b')], ['{"respCode":503}', '{"respCode":503}'])
  assert.deepEqual(sent, [firstAnswersPath])
})

test('a page from the store begins nothing on another address', () => {
  assert.deepEqual(begin(() => new Response(), { path: '/my' }).sent, [])
})
