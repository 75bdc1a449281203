import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, Fragment } from 'react'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
openComponents()
const { act, cleanup, fireEvent, render, screen, waitFor } = await import('@testing-library/react')
const { useCaptcha } = await import('./Captcha.tsx')
const { CallRefused } = await import('../../../web/client.ts')
afterEach(() => {
  cleanup()
  mock.restoreAll()
})

/** A page clicked at once, on a portal whose configuration arrives when the test says. */
function clickEarly() {
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
  mock.method(globalThis, 'fetch', async () => new Response(JSON.stringify(await promise)))
  const solved: unknown[] = []
  const Early = () => {
    const { solve, sheet } = useCaptcha()
    const onClick = () => void solve(async (value) => value).then((value) => solved.push(value))
    return createElement(Fragment, null, createElement('button', { onClick }, '开始'), sheet)
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(createElement(QueryClientProvider, { client }, createElement(Early)))
  fireEvent.click(screen.getByText('开始'))
  const isOpen = () => screen.queryByRole('dialog', { name: '安全验证' }) !== null
  return { solved, isOpen, answer: (reply: object) => act(async () => resolve({ respDesc: '', ...reply })) }
}

test('a click before the configuration waits for it, and nothing is solved where nothing is required', async () => {
  const page = clickEarly()
  assert.ok(!page.isOpen())
  await page.answer({ respCode: 200, attribute: { captcha: false } })
  assert.deepEqual([page.solved, page.isOpen()], [[{}], false])
})

test('where the configuration requires it or does not come, the slider is shown', async () => {
  for (const reply of [{ respCode: 200, attribute: { captcha: true } }, { respCode: 500 }]) {
    const page = clickEarly()
    await page.answer(reply)
    assert.deepEqual([page.solved, page.isOpen()], [[], true])
    cleanup()
  }
})

test('a code typed wrong is asked again in the same sheet, with another code', async () => {
  let codes = 0
  mock.method(globalThis, 'fetch', async (url: string) => {
    const isCode = url.includes('get-login-vcode')
    const code = { codeToken: `token${++codes}`, work: null, image: 'data:,', question: null, seconds: 120 }
    const attribute = isCode ? code : { captcha: true }
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))
  })
  const sent: unknown[] = []
  const results: unknown[] = []
  const Page = () => {
    const { solve, sheet } = useCaptcha()
    const call = async ({ captchaVerification }: { captchaVerification?: string }) => {
      sent.push(captchaVerification)
      if (sent.length === 1)
        throw new CallRefused({ respCode: 422, respDesc: '', field: 'captchaVO', problem: '', traceId: '' })
      return 'in'
    }
    const onClick = () => void solve(call).then((value) => results.push(value))
    return createElement(Fragment, null, createElement('button', { onClick }, '开始'), sheet)
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(createElement(QueryClientProvider, { client }, createElement(Page)))
  fireEvent.click(screen.getByText('开始'))
  fireEvent.click(await screen.findByText('滑不动？改为输入验证码'))
  const type = async (vcode: string) => {
    const field = (await screen.findByLabelText(/请输入图中/)) as HTMLInputElement
    await waitFor(() => assert.ok(!field.disabled))
    assert.ok(field.maxLength < 0, 'nothing that is pasted is cut')
    fireEvent.change(field, { target: { value: vcode } })
    fireEvent.click(screen.getByText('确定'))
  }
  await type('WRONG')
  await screen.findByText('答案不对，请重新回答')
  await type(' ＲＩＧ ht')
  await waitFor(() => assert.deepEqual(results, ['in']))
  const [first, second] = sent.map((text) => String(text).split('---'))
  assert.deepEqual([first![2], second![2]], ['WRONG', 'RIGHT'])
  assert.notEqual(first![1], second![1])
  assert.ok(!screen.queryByRole('dialog', { name: '安全验证' }))
})
