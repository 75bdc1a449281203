import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import type { Merchant } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, sent, settle } = await openOffice()
const { default: MerchantPage } = await import('./MerchantPage.tsx')
const { default: MerchantDrawer } = await import('./MerchantDrawer.tsx')
const { default: CheckDialog } = await import('./CheckDialog.tsx')
afterEach(clear)

const merchant = (more: Partial<Merchant> = {}): Merchant => ({
  id: 'm1',
  channel: 'wechat',
  name: '总部',
  merchantNo: '1900000117',
  appId: 'wx1234567890abcdef',
  serial: 'A'.repeat(40),
  platformKeyId: 'PUB_KEY_ID_01190000',
  status: 'enabled',
  isUsed: false,
  updatedAt: '2023-11-25T02:30:00.000Z',
  ...more,
})
const list = [
  merchant(),
  merchant({ id: 'm2', channel: 'alipay', name: '分部', merchantNo: '2088000000000117', status: 'disabled' }),
]
const page = '/project-manage/merchant'
const bodies = (word: string) => sent.filter(({ path }) => path.includes(word)).map(({ body }) => body)

test('each merchant shows its channel, numbers and status; the buttons are those the reader may press', async () => {
  await draw(createElement(MerchantPage), { 'merchant/query': { list, total: 2 } }, { menus: [page] })
  const text = document.body.textContent
  for (const shown of ['微信支付', '支付宝', '1900000117', '2088000000000117', '启用', '停用'])
    assert.ok(text.includes(shown), shown)
  assert.ok(!screen.queryByRole('button', { name: '添加商户' }))
  assert.equal(screen.getAllByRole('button', { name: '测试密钥' }).length, 2)
  assert.ok(!screen.queryByRole('button', { name: '修改' }))
  clear()
  const menus = [page, `${page}#save`, `${page}#disable`]
  await draw(createElement(MerchantPage), { 'merchant/query': { list, total: 2 } }, { menus })
  assert.ok(screen.getByRole('button', { name: '添加商户' }))
  assert.equal(screen.getAllByRole('button', { name: '修改' }).length, 2)
})

test('a stored key is never shown; one that is left blank is not sent, and the numbers of a used merchant stay', async () => {
  const used = merchant({ isUsed: true })
  const drawer = createElement(MerchantDrawer, { merchant: used, onClose() {} })
  await draw(drawer, { 'merchant/save': { id: 'm1' }, 'get-system-config': { demo: false } })
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  assert.ok(document.body.textContent.includes('编号不能再改'))
  for (const label of ['商户号', 'AppID']) assert.equal(field(label).disabled, true, label)
  for (const label of ['商户 API 私钥', '微信支付公钥', 'APIv3 密钥'])
    assert.equal(field(label).value, '', label)
  await act(async () => fireEvent.change(field('名称'), { target: { value: '新名称' } }))
  await act(async () => fireEvent.change(field('APIv3 密钥'), { target: { value: 'k'.repeat(32) } }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /保\s?存/ })))
  await settle()
  assert.deepEqual(bodies('merchant/save'), [
    {
      id: 'm1',
      channel: 'wechat',
      name: '新名称',
      merchantNo: '1900000117',
      appId: 'wx1234567890abcdef',
      serial: 'A'.repeat(40),
      platformKeyId: 'PUB_KEY_ID_01190000',
      apiV3Key: 'k'.repeat(32),
    },
  ])
})

test('what the channel says to the keys is put into words, with what to do about it', async () => {
  const cases = [
    [{ result: 'right', code: null }, '密钥正确', /APIv3 密钥只在收到通知时用到/],
    [{ result: 'refused', code: 'SIGN_ERROR' }, '渠道拒绝了请求', /SIGN_ERROR/],
    [{ result: 'unsigned', code: null }, '平台公钥不对', /不要用自己的公钥/],
    [{ result: 'silent', code: null }, '渠道没有应答', /能否访问/],
  ] as const
  for (const [answer, title, advice] of cases) {
    await draw(createElement(CheckDialog, { merchant: merchant(), onClose() {} }), {
      'merchant/check': answer,
    })
    assert.ok(screen.getByText(title))
    assert.match(document.body.textContent, advice)
    clear()
  }
})
