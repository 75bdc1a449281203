import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, type } = await openOffice()
const { ReceiverCard } = await import('./ReceiverCard.tsx')
afterEach(clear)

const content = {
  address: 'https://results.example.cn/take',
  fields: [
    { field: 'realName', key: 'name' },
    { field: 'hours', key: 'credit' },
  ],
  hourUnit: 'hours',
}
const answers = {
  'system-push-config/find': { content, version: 3, updatedAt: null, hasSecret: true, restsUntil: null },
  'system-push-config/save': null,
  'system-push-config/test': { status: 403, cause: 'status', ms: 40, excerpt: 'wrong signature' },
}
const saved = () => sent.filter(({ path }) => path.includes('save')).map(({ body }) => body)

test('the secret is never shown, and left empty it is not sent; a removed field is not either', async () => {
  await draw(createElement(ReceiverCard), answers)
  const secret = screen.getByLabelText<HTMLInputElement>('签名密钥')
  assert.deepEqual([secret.value, secret.type], ['', 'password'])
  assert.ok(document.body.textContent.includes('姓名是个人信息'))
  await press('移除 字段名 1')
  assert.ok(!document.body.textContent.includes('是个人信息'))
  await press(/^保\s?存$/)
  assert.deepEqual(saved(), [{ content: { ...content, fields: [content.fields[1]] }, version: 3 }])
})

test('a new secret is sent with the rest, and a name that JSON readers refuse is not', async () => {
  await draw(createElement(ReceiverCard), answers)
  await type('签名密钥', 'a-new-secret-of-both')
  await type('字段名 2', '1 credit')
  await press(/^保\s?存$/)
  assert.deepEqual(saved(), [])
  assert.ok(screen.getByText(/以字母开头/))
  await type('字段名 2', 'credits')
  await press(/^保\s?存$/)
  const [body] = saved() as { secret: string; content: typeof content }[]
  assert.deepEqual([body!.secret, body!.content.fields[1]!.key], ['a-new-secret-of-both', 'credits'])
})

test('the test shows what the receiver answered', async () => {
  await draw(createElement(ReceiverCard), answers)
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: '发送测试结果' }))
  })
  await settle()
  const { textContent } = document.body
  for (const each of ['接收方没有收下', '状态码 403', '40 毫秒', 'wrong signature'])
    assert.ok(textContent.includes(each), each)
})
