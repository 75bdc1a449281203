import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { loginPages } from './pages.ts'

const { show, screen } = await openRenderer()

test('/index2 is the portal’s front page: its name, its class types and a sign-in of its own', async () => {
  const { default: Portal } = await loginPages.find(({ path }) => path === '/index2')!.load()
  const showClassType = [{ key: 'public', name: '公需课', nameEn: 'Public', path: '/publicClass' }]
  await show(createElement(Portal), {
    at: '/index2',
    answers: {
      '/login/get-system-config.action': { settings: { title: '江海继续教育', showClassType }, info: {} },
    },
  })
  assert.ok(screen.getByRole('heading', { level: 1, name: '江海继续教育' }))
  assert.equal(screen.getByRole('link', { name: '公需课' }).getAttribute('href'), '/publicClass')
  const box = screen.getByRole('region', { name: '学员登录' })
  assert.ok(box.querySelector('input[type=password]'))
  assert.ok(screen.getByRole('button', { name: '登录' }))
})
