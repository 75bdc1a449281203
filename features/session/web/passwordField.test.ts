import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { show, screen } = await openRenderer()
const { cleanup } = await import('@testing-library/react')
const { PasswordField } = await import('./PasswordField.tsx')

const field = (value: string) => createElement(PasswordField, { label: '密码', value, onChange() {} })

test('spaces around a password are pointed out before they are removed', async () => {
  await show(field(' Abc123'))
  assert.ok(screen.getByText('首尾有空格，将自动去掉'))
})

test('a password without spaces around it has no such hint, one inside included', async () => {
  await show(field('Abc 123'))
  assert.ok(!screen.queryByText('首尾有空格，将自动去掉'))
})

test('what a new password must have is told first and checked while it is typed, for the ear too', async () => {
  const rules = async (value: string) => {
    const shown = await show(
      createElement(PasswordField, { label: '密码', value, rules: true, onChange() {} }),
    )
    return [...shown.querySelectorAll('li')].map((rule) => rule.textContent)
  }
  const [letter, digit, length] = ['第一位是英文字母', '至少一个数字', '6 至 19 位字母、数字或下划线']
  assert.deepEqual(await rules(''), [`· ${letter}`, `· ${digit}`, `· ${length}`])
  cleanup()
  assert.deepEqual(await rules('abc'), [
    `✓ ${letter}，已满足`,
    `✗ ${digit}，还没有满足`,
    `✗ ${length}，还没有满足`,
  ])
})

test('the rules of a new password stand above its field and describe it', async () => {
  const shown = await show(
    createElement(PasswordField, { label: '密码', value: '', rules: true, onChange() {} }),
  )
  const input = screen.getByLabelText('密码')
  const list = shown.querySelector('ul')!
  assert.ok(list.compareDocumentPosition(input) & Node.DOCUMENT_POSITION_FOLLOWING)
  assert.ok(document.getElementById(input.getAttribute('aria-describedby')!)!.contains(list))
})
