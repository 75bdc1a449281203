import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { show, settle, sent, fireEvent, screen } = await openRenderer()
const { ChannelsCard } = await import('./ChannelsCard.tsx')

const preferences = (mail: object) => ({
  '/base/message/get-preferences.action': {
    channels: [
      { channel: 'sms', isOn: true, recipient: '138****0001' },
      { channel: 'mail', isOn: true, recipient: null },
    ],
    mail: { isOffered: true, address: null, waiting: null, ...mail },
  },
})
const saved = () => sent.filter(({ path }) => path.endsWith('/save-mail.action')).map(({ input }) => input)

test('an address is entered or given up again, and its code is sent once more', async () => {
  const answers = preferences({})
  await show(createElement(ChannelsCard), { answers })
  fireEvent.click(screen.getByRole('button', { name: '添加邮箱' }))
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  assert.ok(!screen.queryByLabelText('邮箱地址'))
  fireEvent.click(screen.getByRole('button', { name: '添加邮箱' }))
  fireEvent.change(screen.getByLabelText('邮箱地址'), { target: { value: ' wang@example.cn ' } })
  Object.assign(answers, preferences({ waiting: 'w***@example.cn' }))
  fireEvent.click(screen.getByRole('button', { name: '发送确认码' }))
  await settle()
  fireEvent.click(screen.getByRole('button', { name: '重新发送确认码' }))
  await settle()
  assert.deepEqual(saved(), [{ address: 'wang@example.cn' }, { address: 'wang@example.cn' }])
})

test('a confirmed address stays in sight while another waits for its code', async () => {
  await show(createElement(ChannelsCard), {
    answers: preferences({ address: 'a***@b.cn', waiting: 'c***@d.cn' }),
  })
  assert.ok(screen.getByText('邮箱：a***@b.cn'))
  assert.ok(screen.getByText(/待确认：c\*\*\*@d\.cn/))
  assert.ok(!screen.queryByRole('button', { name: '重新发送确认码' }))
  assert.equal((screen.getByLabelText('邮件（未确认邮箱）') as HTMLInputElement).disabled, true)
})

test('a code is taken as it was pasted from the mail', async () => {
  await show(createElement(ChannelsCard), { answers: preferences({ waiting: 'c***@d.cn' }) })
  const field = screen.getByLabelText<HTMLInputElement>('确认码')
  assert.ok(field.maxLength < 0, 'nothing is cut')
  fireEvent.change(field, { target: { value: '确认码： １２３ 456' } })
  fireEvent.click(screen.getByRole('button', { name: '确认' }))
  await settle()
  const confirmed = sent.filter(({ path }) => path.endsWith('/confirm-mail.action'))
  assert.deepEqual(
    confirmed.map(({ input }) => input),
    [{ code: '123456' }],
  )
})
