import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { clearToken, saveToken } from '../../../web/token.ts'
import type { CaptureDue, CaptureTerms, MyCapture } from '../capture/contract.ts'
import type { OpenPin, PinVerdict } from '../pin/contract.ts'

const { show, settle, act, fireEvent, screen, sent } = await openRenderer()
const { cleanup: cleanUp } = await import('@testing-library/react')
const { PinSheet } = await import('../pin/web/PinSheet.tsx')
const { CaptureSheet } = await import('../capture/web/CaptureSheet.tsx')
const { CaptureConsent } = await import('../capture/web/CaptureConsent.tsx')
const { default: PhoneCheckPage } = await import('./PhoneCheckPage.tsx')
const { MyCaptures } = await import('../capture/web/MyCaptures.tsx')
const title = document.title
afterEach(() => {
  document.title = title
})

const open: OpenPin = {
  question: {
    versionId: 'v1',
    type: 'single',
    category: '',
    resourceId: 'r1',
    atSecond: 30,
    mustPass: true,
    rewindTo: 10,
    material: '',
    parts: [{ type: 'single', stem: '哪一项正确？', options: ['甲', '乙'], blanks: 0 }],
  },
  tries: 0,
  retryAt: null,
}

async function showPin(verdict: Partial<PinVerdict>) {
  const done: unknown[] = []
  await show(
    createElement(PinSheet, {
      leaseToken: 'l1',
      isSaved: true,
      onPassed: (pinAt) => done.push(['passed', pinAt]),
      onRewind: (to) => done.push(['rewind', to]),
      onClose: () => done.push('closed'),
    }),
    {
      answers: {
        '/api/get-pinned-question.action': open,
        '/api/answer-pinned-question.action': {
          passed: false,
          right: false,
          tries: 1,
          rewindTo: null,
          retryAt: null,
          pinAt: 30,
          keys: null,
          ...verdict,
        },
      },
    },
  )
  await act(async () => fireEvent.click(await screen.findByRole('radio', { name: /乙/ })))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '提交答案' })))
  return done
}

test('a question in a video is answered and the video goes on', async () => {
  const done = await showPin({ passed: true, right: true, pinAt: 300 })
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: '继续播放' })))
  assert.deepEqual(done, [['passed', 300]])
})

test('after a wrong answer the video goes back to where the question says', async () => {
  const done = await showPin({ rewindTo: 10 })
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: '从 0:10 再看' })))
  assert.deepEqual(done, [['rewind', 10]])
})

const due: CaptureDue = {
  captureId: 'c1',
  state: 'open',
  kind: 'presence',
  nonce: 'n1',
  dueAt: '2023-03-01T00:01:00.000Z',
  secondsLeft: 60,
  triesLeft: 2,
  makeUpUntil: null,
}
const showCapture = async (given: Partial<CaptureDue>, mine: () => Partial<MyCapture>[] = () => []) => {
  const done: unknown[] = []
  await show(
    createElement(CaptureSheet, {
      due: { ...due, ...given },
      leaseToken: 'l1',
      enrolmentId: 'e1',
      onDue: (next) => done.push(next.nonce),
      onMet: () => done.push('met'),
      onClose: () => {},
    }),
    {
      answers: {
        '/api/answer-capture.action': { state: 'passed' },
        get '/api/find-my-captures.action'() {
          return mine()
        },
        '/api/request-capture.action': { ...due, nonce: 'n2' },
      },
    },
  )
  return done
}

test('a check has the focus, calls by the title of the page, and is confirmed by one click', async () => {
  const done = await showCapture({})
  const button = await screen.findByRole('button', { name: '我在学习' })
  assert.ok(document.activeElement === button)
  assert.match(document.title, /请确认/)
  await act(async () => fireEvent.click(button))
  assert.deepEqual(done, ['met'])
})

test('a check whose time ran out is asked for again, and one to be made up names its day', async () => {
  const done = await showCapture({ state: 'lapsed', nonce: null, secondsLeft: 0 })
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: '我回来了，重新确认' })))
  assert.deepEqual(done, ['n2'])
  await showCapture({
    state: 'stopped',
    nonce: null,
    secondsLeft: 0,
    makeUpUntil: '2999-03-04T00:00:00.000Z',
  })
  assert.match(document.body.textContent, /请在 2999年3月4日.*前点“现在补确认”/)
  cleanUp()
  await showCapture({
    state: 'stopped',
    nonce: null,
    secondsLeft: 0,
    makeUpUntil: '2023-03-04T00:00:00.000Z',
  })
  assert.match(document.body.textContent, /期限 2023年3月4日.*已过，请在“我的随堂确认”里/)
})

test('a check that is opened again has no more time than it had', async (t) => {
  const given: CaptureDue = { ...due, secondsLeft: 60 }
  const sheet = createElement(CaptureSheet, {
    due: given,
    leaseToken: 'l1',
    enrolmentId: 'e1',
    onDue() {},
    onMet() {},
    onClose() {},
  })
  let now = 0
  t.mock.method(performance, 'now', () => now)
  await show(sheet)
  assert.match(screen.getByRole('timer').textContent, /还有 60 秒/)
  cleanUp()
  now = 25_000
  await show(sheet)
  assert.match(screen.getByRole('timer').textContent, /还有 35 秒/)
})

const waiting: Partial<MyCapture> = { captureId: 'c1', answeredAt: null }
const answered: Partial<MyCapture> = { captureId: 'c1', answeredAt: '2023-03-01T00:00:30.000Z' }

test('without a camera a phone takes the picture by a code, and the check is met once it came', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let mine = [waiting]
  const done = await showCapture({ kind: 'photo' }, () => mine)
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: '用手机拍照' })))
  await screen.findByRole('img', { name: '用手机拍照的二维码' })
  await settle()
  assert.deepEqual(done, [])
  mine = [answered]
  await act(async () => t.mock.timers.tick(2000))
  await settle()
  assert.deepEqual(done, ['met'])
})

test('a picture that a phone took in the last seconds meets the check after its time ran out', async () => {
  const ranOut = { kind: 'photo', secondsLeft: 0 } as const
  assert.deepEqual(await showCapture(ranOut, () => [answered]), ['met'])
  cleanUp()
  const done = await showCapture(ranOut, () => [waiting])
  assert.deepEqual(done, [])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '我回来了，重新确认' })))
  assert.deepEqual(done, ['n2'])
})

const captureId = '0190a000-0000-7000-8000-000000000001'
const nonce = '0190a000-0000-4000-8000-000000000002'

test('on the phone a picture is taken for one try, whose refusal is shown, and without a code none is', async () => {
  const at = `/student/presence-check#captureId=${captureId}&nonce=${nonce}`
  const shot = new File([new Uint8Array(9)], 'shot.jpg', { type: 'image/jpeg' })
  const take = async (container: HTMLElement) => {
    const input = container.querySelector('input[type=file]')!
    await act(async () => fireEvent.change(input, { target: { files: [shot] } }))
    await settle()
  }
  saveToken('T')
  const refusals: [Partial<{ respCode: number; field: string }>, RegExp][] = [
    [{ respCode: 409 }, /请在电脑上点“我回来了，重新确认”/],
    [{ respCode: 409, field: 'nonce' }, /请扫描电脑上最新的二维码/],
    [{ respCode: 404 }, /请退出，换成那个账号登录后重新扫码/],
  ]
  for (const [refusal, words] of refusals) {
    const reply = () => Response.json({ respDesc: '', attribute: null, ...refusal })
    await take(await show(createElement(PhoneCheckPage), { at, reply }))
    assert.match(screen.getByRole('alert').textContent, words)
    assert.ok(!screen.queryByRole('button'), 'another picture is of no use')
    cleanUp()
  }
  const dark = { respCode: 422, respDesc: '照片太暗', field: 'file', attribute: null }
  await take(await show(createElement(PhoneCheckPage), { at, reply: () => Response.json(dark) }))
  assert.match(screen.getByRole('alert').textContent, /照片太暗/)
  assert.ok(screen.getByRole('button', { name: '选择刚拍的照片' }))
  cleanUp()
  const answers = { '/api/answer-capture.action': { state: 'taken' } }
  await take(await show(createElement(PhoneCheckPage), { at, answers }))
  assert.match(screen.getByRole('status').textContent, /请回到电脑上/)
  const tries = sent.filter(({ path }) => path === '/api/answer-capture.action')
  assert.equal(tries.length, 5)
  for (const { input } of tries as { input: Record<string, unknown> }[]) {
    const { file, ...named } = input
    assert.deepEqual(named, { captureId, nonce })
    assert.ok(file)
  }
  cleanUp()
  await show(createElement(PhoneCheckPage), { at: '/student/presence-check' })
  assert.match(screen.getByRole('alert').textContent, /没有确认码.*重新扫描/)
  cleanUp()
  clearToken()
  await show(createElement(PhoneCheckPage), { at })
  assert.match(screen.getByRole('alert').textContent, /还没有登录.*再重新扫描/)
  const way = screen.getByRole('link', { name: '登录' })
  assert.equal(way.getAttribute('href'), '/login', 'the code stays out of the address')
})

test('photos are agreed to or declined before studying', async () => {
  let decided = 0
  await show(createElement(CaptureConsent, { kind: 'photo', onDecided: () => decided++ }), {
    answers: { '/api/decide-capture.action': null },
  })
  assert.match(document.body.textContent, /加密保存 30 天/)
  assert.match(document.body.textContent, /视频自动暂停.*视频不等核对结果/)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '不拍照，改为点击' })))
  assert.equal(decided, 1)
})

test('the camera is tried before it is decided about photos, and let go of with the notice', async () => {
  const { HTMLMediaElement } = window as unknown as typeof globalThis
  Object.defineProperty(HTMLMediaElement.prototype, 'play', { value: async () => {}, configurable: true })
  let stopped = 0
  let open: () => Promise<unknown> = async () => ({ getTracks: () => [{ stop: () => stopped++ }] })
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia: () => open() },
    configurable: true,
  })
  const tryCamera = async () => {
    await show(createElement(CaptureConsent, { kind: 'photo', onDecided: () => assert.fail() }))
    assert.ok(!screen.queryByRole('status'))
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '先试一下摄像头' })))
    await settle()
    return screen.getByRole('status').textContent
  }
  assert.equal(await tryCamera(), '摄像头可以用')
  assert.deepEqual([screen.getByLabelText('摄像头画面').hidden, stopped], [false, 0])
  assert.ok(screen.getByRole('button', { name: '同意拍照' }), 'nothing is decided by it')
  cleanUp()
  assert.equal(stopped, 1)
  open = async () => {
    throw Object.assign(new Error('refused'), { name: 'NotAllowedError' })
  }
  assert.match(await tryCamera(), /没有可用的摄像头/)
})

const terms: CaptureTerms = {
  kind: 'presence',
  consent: 'none',
  everyFrom: 15,
  everyTo: 25,
  seconds: 60,
  misses: 1,
  missesAllowed: 9,
  makeUpDays: 3,
}
const missed: MyCapture = {
  captureId: 'c1',
  title: '第一讲',
  kind: 'presence',
  state: 'missed',
  at: 900,
  toldAt: '2023-03-01T00:00:00.000Z',
  answeredAt: null,
  tries: 3,
  hasPicture: false,
  appeal: null,
  appealedAt: null,
  canAppeal: true,
  reason: null,
}

test('a missed check is appealed with a reason', async () => {
  await show(createElement(MyCaptures, { enrolmentId: 'e1', terms, onDecided() {} }), {
    answers: { '/api/find-my-captures.action': [missed], '/api/appeal-capture.action': null },
  })
  const fold = screen.getByRole('region', { name: '我的随堂确认' }).querySelector('details')!
  assert.equal(fold.open, false, 'the contents of the class follow at once')
  const line = fold.querySelector('summary')!
  assert.match(line.textContent, /共 1 次.*未完成 1 次.*可申诉 1 次/)
  await act(async () => fireEvent.click(line))
  assert.equal(fold.open, true)
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: /^申诉.*第一讲/ })))
  const reason = screen.getByRole('textbox', { name: '当时的情况' })
  await act(async () => fireEvent.change(reason, { target: { value: '当时断电了' } }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '申诉' })))
  assert.deepEqual(
    sent.filter(({ path }) => path.endsWith('appeal-capture.action')).map(({ input }) => input),
    [{ captureId: 'c1', reason: '当时断电了' }],
  )
})
