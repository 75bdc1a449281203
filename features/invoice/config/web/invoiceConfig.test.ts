import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { anInvoiceConfig } from '../../../../test/build/invoice.ts'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import { defaultSettings } from '../../../project/rules.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, sent, settle } = await openOffice()
const { InvoiceConfig } = await import('./InvoiceConfig.tsx')
afterEach(clear)

const content = anInvoiceConfig()
const answers = {
  'get-system-config': { settings: defaultSettings },
  'project-invoice-config/find': {
    content,
    version: 3,
    updatedAt: null,
    provider: { provider: 'nuonuo', appKey: 'key-2023', isDefault: false, remarkLimit: 230 },
  },
  'project-invoice-config/save': null,
  'project-invoice-config/save-provider': null,
}
const bodies = (word: string) => sent.filter(({ path }) => path.includes(word)).map(({ body }) => body)
const press = async (button: HTMLElement) => {
  await act(async () => {
    fireEvent.click(button)
  })
  await settle()
}

test('sellers and tax lines show what is stored, a rate in percent, and a removed one is not sent', async () => {
  await draw(createElement(InvoiceConfig), answers)
  assert.equal(screen.getByLabelText<HTMLInputElement>('税率').value, '3.00')
  assert.ok(screen.getByDisplayValue(content.sellers[0]!.taxNo))
  assert.ok(document.body.textContent.includes('01 简易征收'))
  await press(screen.getByRole('button', { name: '删除 开票项目 1' }))
  const [save] = screen.getAllByRole('button', { name: '保存' })
  await press(save!)
  const [body] = bodies('project-invoice-config/save.') as { content: typeof content; version: number }[]
  assert.deepEqual([body!.content.taxLines, body!.content.sellers, body!.version], [[], content.sellers, 3])
})

test('a tax number and a tax code are taken as they are pasted, with spaces and in full width', async () => {
  await draw(createElement(InvoiceConfig), answers)
  const paste = (label: string, text: string) =>
    act(async () =>
      fireEvent.change(screen.getByLabelText<HTMLInputElement>(label), { target: { value: text } }),
    )
  const spaced = (text: string) => text.replace(/(.{4})/g, '$1 ')
  const wide = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  const [seller] = content.sellers
  const [line] = content.taxLines
  for (const label of ['销售方税号', '税收编码'])
    assert.ok(screen.getByLabelText<HTMLInputElement>(label).maxLength < 0, label)
  await paste('销售方税号', spaced(seller!.taxNo))
  await paste('税收编码', spaced(wide(line!.taxCode)))
  await press(screen.getAllByRole('button', { name: '保存' })[0]!)
  assert.equal(bodies('project-invoice-config/save.').length, 1, 'neither is refused')
})

test('a stored secret is never shown, and one that is left empty is not sent', async () => {
  await draw(createElement(InvoiceConfig), answers)
  const secret = screen.getByLabelText<HTMLInputElement>('AppSecret')
  assert.deepEqual([secret.value, secret.type], ['', 'password'])
  await act(async () => {
    fireEvent.change(screen.getByLabelText('AppKey'), { target: { value: 'key-2024' } })
  })
  await press(screen.getAllByRole('button', { name: '保存' })[1]!)
  assert.deepEqual(bodies('save-provider'), [{ provider: 'nuonuo', appKey: 'key-2024' }])
})
