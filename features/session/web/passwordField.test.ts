import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { show, screen } = await openRenderer()
const { PasswordField } = await import('./PasswordField.tsx')

const field = (value: string) => createElement(PasswordField, { label: '密码', value, onChange() {} })

test('spaces around a password are pointed out before they are removed', async () => {
  await show(field(' Abc123'))
  assert.ok(screen.getByText('首尾有空格，将自动去掉'))
})

test('a password without spaces around it has no such hint, one inside included', async () => {
  await show(field('Abc 123'))
  assert.equal(screen.queryByText('首尾有空格，将自动去掉'), null)
})
