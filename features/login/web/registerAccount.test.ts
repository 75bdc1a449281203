import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { show, settle, sent, act, fireEvent, screen } = await openRenderer()
const { default: LoginPage } = await import('./LoginPage.tsx')
const { default: RegisterPage } = await import('./RegisterPage.tsx')
const { RegisterParts } = await import('./RegisterParts.tsx')
const { useRegistration } = await import('./useRegistration.ts')

const fields = [
  { key: 'realName', required: true },
  { key: 'cardNumber', required: true },
  { key: 'mobile', required: true },
  { key: 'education', required: false },
  { key: 'degree', required: false },
]
const answers = {
  '/login/get-system-config.action': { settings: {}, info: {} },
  '/base/unit-entity/get-register-config-by-unit.action': { unitId: null, open: true, fields },
  '/dictionary-entity/get-dictionary-list.action': [],
}

/** The name and the password of the account alone, with a button that sends them as they are. */
function Account() {
  const form = useRegistration([], null)
  const parts = ['loginName', 'password'] as const
  const { loginName, password } = form.faultsOf(parts) as { loginName?: string; password?: string }
  return createElement(
    'div',
    null,
    createElement(RegisterParts, { parts, fields: [], joins: null, form, faults: {} }),
    createElement('output', null, `${loginName ?? ''}|${password ?? ''}`),
    createElement('button', { type: 'button', onClick: () => void form.submit().catch(() => {}) }, '发送'),
  )
}
const faults = () => document.querySelector('output')!.textContent
const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
async function sentName(): Promise<string> {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '发送' })))
  await settle()
  const { input } = sent.findLast(({ path }) => path.includes('do-register'))!
  return (input as { loginName: string }).loginName
}

test('the mobile number is the account, and the name nobody sees says nothing of it', async () => {
  await show(createElement(Account), { answers })
  assert.match(document.body.textContent, /登录账号就是手机号/)
  assert.ok(!screen.queryByLabelText('账号'))
  assert.match(await sentName(), /^m[0-9a-f]{12}$/)
})

test('someone who wants another name opens the field, and may leave it empty', async () => {
  await show(createElement(Account), { answers })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '改用其他账号名' })))
  assert.match(await sentName(), /^m[0-9a-f]{12}$/)
  await type('账号', '王')
  assert.match(faults(), /^字母开头/)
  await type('账号', 'guifang')
  assert.equal(await sentName(), 'guifang')
})

test('the fault of a password is the rule that it breaks', async () => {
  await show(createElement(Account), { answers })
  for (const [password, fault] of [
    ['1garden', '第一位是英文字母'],
    ['gar1', '6 至 19 位字母、数字或下划线'],
    ['garden', '至少一个数字'],
    ['Garden88', ''],
  ] as const) {
    await type('密码', password)
    assert.equal(faults(), `|${fault}`)
  }
})

test('the long form asks for what it must, and keeps the rest folded', async () => {
  await show(createElement(RegisterPage), { answers, at: '/register' })
  const more = document.querySelector('details')!
  assert.equal(more.open, false)
  assert.match(more.textContent, /选填的 2 项.*学历.*学位/)
  assert.equal(more.contains(screen.getByLabelText('真实姓名')), false)
})

test('signing in leads newcomers to the four steps', async () => {
  await show(createElement(LoginPage), { answers, at: '/login?redirect=%2Fmy' })
  const link = screen.getByRole('link', { name: '注册新账号' })
  assert.equal(link.getAttribute('href'), '/registerNew?redirect=%2Fmy')
})

test('letters of a name that cannot be printed are said while a visitor types it, and nothing is asked of others', async () => {
  function Name() {
    const form = useRegistration(fields as never, null)
    return createElement(RegisterParts, {
      parts: ['realName'],
      fields: fields as never,
      joins: null,
      form,
      faults: {},
    })
  }
  await show(createElement(Name), {
    answers: { ...answers, '/print/unprintable.action': { letters: '\u{2A6D6}' } },
  })
  const asked = () => sent.filter(({ path }) => path.includes('unprintable')).length
  await type('真实姓名', '王小二')
  await settle()
  assert.deepEqual([asked(), screen.queryByText(/暂时无法排印/)], [0, null])
  await type('真实姓名', '王\u{2A6D6}')
  await settle()
  assert.ok(screen.getByText(/^“\u{2A6D6}”暂时无法排印/u))
})
