import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { Link, Route, Routes, useLocation } from 'react-router'
import { openRenderer } from '../test/rendered.ts'

const { show, act, fireEvent, screen } = await openRenderer()
const { PageArrival } = await import('./PageArrival.tsx')

const titles: Readonly<Record<string, string>> = { '/': '首页', '/my': '我的' }

function Portal() {
  const { pathname } = useLocation()
  return createElement(
    'div',
    {},
    createElement(PageArrival, { title: titles[pathname]! }),
    createElement(
      'main',
      { id: 'main' },
      createElement(
        Routes,
        {},
        createElement(Route, { path: '/', element: createElement(Link, { to: '/my' }, '去我的') }),
        createElement(Route, {
          path: '/my',
          element: createElement('p', {}, createElement(Link, { to: '/my?tab=orders' }, '订单')),
        }),
      ),
    ),
  )
}

test('another page is said and takes the focus; another part of the same does neither', async () => {
  await show(createElement(Portal))
  const status = screen.getByRole('status')
  assert.equal(status.textContent, '')
  const link = screen.getByText('去我的')
  link.focus()
  await act(async () => fireEvent.click(link))
  assert.equal(status.textContent, '我的')
  assert.equal(document.activeElement?.id, 'main')
  const part = screen.getByText('订单')
  part.focus()
  await act(async () => fireEvent.click(part))
  assert.ok(document.activeElement === part)
})
