import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { useLocation } from 'react-router'
import { openRenderer } from '../../../test/rendered.ts'

const { show, screen, settle, act, fireEvent } = await openRenderer()
const { useArrival } = await import('./arrival.ts')
afterEach(() => localStorage.clear())

const account = (roleSystem: number) => ({
  '/login/get-account-info.action': { manageAccountInfo: { roleRP: { roleSystem, menu: [] } } },
  '/base/account/is-need-complete.action': { state: 2 },
})

function Arriving({ otherwise }: { otherwise?: string }) {
  const arrive = useArrival()
  const { pathname, search } = useLocation()
  return createElement('button', { onClick: () => void arrive('T', otherwise) }, pathname + search)
}
async function arrivedAt(roleSystem: number, otherwise?: string): Promise<string> {
  await show(createElement(Arriving, otherwise ? { otherwise } : {}), {
    answers: account(roleSystem),
    at: '/login',
  })
  await act(async () => fireEvent.click(screen.getByRole('button')))
  await settle()
  return screen.getByRole('button').textContent
}

test('who filled a cart before signing in comes to the cart, and everybody else home', async () => {
  assert.equal(await arrivedAt(3), '/my')
  localStorage.setItem('visitorCart', JSON.stringify(['01980000-0000-7000-8000-000000000001']))
  for (const [roleSystem, otherwise, place] of [
    [3, undefined, '/student/cart'],
    [3, '/vocational', '/vocational'],
    [1, undefined, '/home/index'],
  ] as const) {
    document.body.replaceChildren()
    assert.equal(await arrivedAt(roleSystem, otherwise), place)
  }
})
