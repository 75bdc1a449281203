import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { Type } from 'typebox'
import { call } from '../contract/call.ts'
import { openWindow } from '../test/window.ts'

openWindow()
const { CallRefused, mayRetry, send } = await import('./client.ts')
const { report } = await import('./connection.ts')
const { currentNotices, dismiss, notify } = await import('./notice.ts')
const { clearErrors, currentErrors } = await import('./errorLog.ts')
const { readToken, saveToken } = await import('./token.ts')
const { changeLocale } = await import('./words.ts')

const anything = Type.Any()
const findThing = call('/thing/find.action', {
  summary: '',
  allow: 'public',
  input: anything,
  output: anything,
})

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] })
  clearErrors()
})
afterEach(() => {
  for (const notice of currentNotices()) dismiss(notice.id)
  // Asks the server no more.
  report(true)
  mock.reset()
})

/** Answers the next calls with a body, or fails as the network does. */
function answer(body: string | object | Error, status = 200) {
  mock.method(globalThis, 'fetch', async () => {
    if (body instanceof Error) throw body
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  })
}
const shown = () => currentNotices().map(({ kind, text, traceId }) => ({ kind, text, traceId }))
const refusal = (options?: { isChange?: boolean; quiet?: boolean }) =>
  send(findThing, {}, options).then(
    () => assert.fail('the call did not reject'),
    (error: unknown) => {
      assert.ok(error instanceof CallRefused)
      return error
    },
  )

test('a call says the path of the page that makes it, and nothing else of its address', async () => {
  let sent: HeadersInit | undefined
  mock.method(globalThis, 'fetch', async (_url: string, init: RequestInit) => {
    sent = init.headers
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute: null }))
  })
  const before = location.href
  window.history.replaceState(null, '', '/student-manage/student?keyword=张#top')
  await send(findThing, {})
  assert.equal(new Headers(sent).get('page'), '/student-manage/student')
  window.history.replaceState(null, '', before)
})

test('200 is success: the attribute comes back, and nothing is shown', async () => {
  answer({ respCode: 200, respDesc: 'ok', attribute: { a: 1 } })
  assert.deepEqual(await send(findThing, {}), { a: 1 })
  assert.deepEqual(shown(), [])
})

test('-1 and 500 are failures: the description as an error for 5 s, and the call rejects', async () => {
  for (const respCode of [-1, 500]) {
    answer({ respCode, respDesc: '数据库没有应答', attribute: null, traceId: `t${respCode}` })
    const error = await refusal()
    assert.deepEqual(
      [error.respCode, error.message, error.traceId],
      [respCode, '数据库没有应答', `t${respCode}`],
    )
    assert.deepEqual(shown(), [{ kind: 'error', text: '数据库没有应答', traceId: `t${respCode}` }])
    mock.timers.tick(4999)
    assert.equal(shown().length, 1)
    mock.timers.tick(1)
    assert.deepEqual(shown(), [])
  }
})

test('a failure without a description shows "Error"', async () => {
  answer({ respCode: -1, respDesc: '', attribute: null })
  assert.equal((await refusal()).message, 'Error')
  assert.deepEqual(shown()[0], { kind: 'error', text: 'Error', traceId: undefined })
  // The guard has a word of its own for it.
  const guarded = send(findThing, {}, { quiet: true, keepsToken: true })
  await assert.rejects(guarded, (error: Error) => error.message === '')
})

test('any other code is a prompt, and rejects as well, so that nobody reads a missing attribute', async () => {
  for (const respCode of [1, 403, 404, 409, 422, 429, 503, 201]) {
    answer({ respCode, respDesc: `code ${respCode}`, attribute: null, field: 'name' })
    const error = await refusal()
    assert.deepEqual([error.respCode, error.field], [respCode, 'name'])
    assert.equal(shown().at(-1)!.kind, 'prompt')
  }
})

test('a time that is over, a network that fails and a server that fails have a sentence each', async () => {
  const failures = [
    [new DOMException('timed out', 'TimeoutError'), 200, '请求超时', 'The request timed out'],
    [new TypeError('Failed to fetch'), 200, '网络不通，请求超时', 'No connection: the request timed out'],
    [
      '<html>502 Bad Gateway</html>',
      502,
      '请求超时：服务器暂时没有正常回应（HTTP 502）',
      'The request timed out: the server did not answer as it should (HTTP 502)',
    ],
    [
      { message: 'no envelope' },
      500,
      '请求超时：服务器暂时没有正常回应（HTTP 500）',
      'The request timed out: the server did not answer as it should (HTTP 500)',
    ],
    ['', 200, '网络不通，请求超时', 'No connection: the request timed out'],
  ] as const
  const meanings = [
    [
      { isChange: false },
      '已保存的内容不受影响，请刷新重试',
      'What you saved is not affected. Please refresh and try again',
    ],
    [
      { isChange: true },
      '这次操作可能没有完成。请不要关闭这一页，另开一页刷新核对，没有完成就再试一次',
      'This may not have gone through. Keep this page open, refresh in another tab to check, and try again if it did not',
    ],
  ] as const
  for (const [body, status, happened, happenedEnglish] of failures) {
    answer(body, status)
    for (const [options, meaning, meaningEnglish] of meanings) {
      const text = `${happened}。${meaning}`
      assert.equal((await refusal(options)).message, text)
      assert.deepEqual(shown(), [{ kind: 'error', text, traceId: undefined }])
      dismiss(currentNotices()[0]!.id)
      changeLocale('en')
      assert.equal((await refusal(options)).message, `${happenedEnglish}. ${meaningEnglish}`)
      dismiss(currentNotices()[0]!.id)
      changeLocale('zh-CN')
    }
  }
})

test('a page tells one cause, and calls nothing a time-out that was none', async () => {
  const said = async () => (await refusal({ quiet: true })).message
  answer('<html>502 Bad Gateway</html>', 502)
  assert.equal(await said(), '服务器暂时没有正常回应（HTTP 502）。已保存的内容不受影响，请刷新重试')
  answer(new TypeError('Failed to fetch'))
  assert.equal(await said(), '网络不通。已保存的内容不受影响，请刷新重试')
  answer(new DOMException('timed out', 'TimeoutError'))
  assert.equal(await said(), '请求超时。已保存的内容不受影响，请刷新重试')
  assert.deepEqual(shown(), [])
})

test('a call waits 60 s and no longer', async () => {
  mock.method(globalThis, 'fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  })
  let message = ''
  const refused = refusal().then((error) => (message = error.message))
  mock.timers.tick(59_999)
  await Promise.resolve()
  assert.equal(message, '')
  mock.timers.tick(1)
  assert.equal(await refused, '请求超时。已保存的内容不受影响，请刷新重试')
})

test('the envelope of success, msg and data is understood as well', async () => {
  answer({ success: true, msg: '', data: { a: 1 } })
  assert.deepEqual(await send(findThing, {}), { a: 1 })
  answer({ success: 'true', msg: '', data: 'as text' })
  assert.equal(await send(findThing, {}), 'as text')
  answer({ success: false, msg: '没有权限', data: null })
  assert.equal((await refusal()).respCode, -1)
  assert.deepEqual(shown(), [{ kind: 'error', text: '没有权限', traceId: undefined }])
})

test('a quiet call leaves the saying to its page; what failed is in the error log of the window all the same', async () => {
  answer({ respCode: -1, respDesc: 'broken', attribute: null, traceId: 't1' })
  await assert.rejects(send(findThing, {}, { quiet: true }))
  assert.deepEqual(shown(), [])
  const [entry] = currentErrors()
  assert.deepEqual(
    [entry!.kind, entry!.text, entry!.place, entry!.traceId],
    ['call', 'broken', '/thing/find.action', 't1'],
  )
  answer({ respCode: 422, respDesc: 'fill it in', attribute: null })
  await assert.rejects(send(findThing, {}))
  assert.equal(currentErrors().length, 1, 'what the reader can mend is no error')
})

test('alerts are of three kinds; each is shown for 5 s, and repeating one restarts its time', () => {
  for (const kind of ['success', 'error', 'prompt'] as const) notify(kind, kind)
  assert.deepEqual(
    shown().map(({ kind }) => kind),
    ['success', 'error', 'prompt'],
  )
  mock.timers.tick(4000)
  notify('success', 'success')
  mock.timers.tick(4000)
  assert.deepEqual(
    shown().map(({ kind }) => kind),
    ['success'],
  )
  mock.timers.tick(1000)
  assert.deepEqual(shown(), [])
})

test('anyone who is signed out sees why, also from a quiet call; the guard’s own call leaves that to the guard', async () => {
  const why = '您的账号已在其他地方登录'
  saveToken('mine')
  answer({ respCode: 401, respDesc: why, attribute: null })
  await assert.rejects(send(findThing, {}, { quiet: true, keepsToken: true }))
  assert.deepEqual([readToken(), shown()], ['mine', []])
  await assert.rejects(send(findThing, {}, { quiet: true }))
  assert.equal(readToken(), null)
  assert.deepEqual(
    shown().map(({ kind, text }) => [kind, text]),
    [['prompt', why]],
  )
})

test('a refusal of what was sent under an earlier token leaves the one that took its place', async () => {
  saveToken('old')
  mock.method(globalThis, 'fetch', async () => {
    saveToken('fresh')
    return new Response(JSON.stringify({ respCode: 401, respDesc: '请重新登录', attribute: null }))
  })
  await assert.rejects(send(findThing, {}, { quiet: true }))
  assert.equal(readToken(), 'fresh')
  assert.deepEqual(shown(), [])
})

test('a query is sent once more after a failure, never after a refusal', () => {
  const coded = (respCode: number) => new CallRefused({ respCode, respDesc: '' })
  for (const code of [-1, 0, 500, 503]) assert.equal(mayRetry(0, coded(code)), true, String(code))
  for (const code of [400, 401, 403, 404, 409, 422, 429])
    assert.equal(mayRetry(0, coded(code)), false, String(code))
  assert.equal(mayRetry(1, coded(500)), false)
  assert.equal(mayRetry(0, new TypeError('a fault of ours')), false)
})
