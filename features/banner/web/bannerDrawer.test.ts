import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, settle } = await openOffice()
const { default: BannerDrawer } = await import('./BannerDrawer.tsx')
afterEach(clear)

const menus = ['/account-manage/banner-list']

test('a picture is cut outside of the form, and Escape there leaves the form open', async () => {
  let closed = 0
  await draw(createElement(BannerDrawer, { banner: null, onClose: () => closed++ }), {}, { menus })
  await press('选择电脑图片')
  const inside = document.querySelector('dialog .crop-hint')!
  assert.ok(!inside.closest('form'))
  assert.match(inside.textContent, /不超过 10(?:\.00)? ?M/)
  await act(async () => fireEvent.keyDown(inside, { key: 'Escape' }))
  await settle()
  assert.equal(closed, 0)
  await act(async () => fireEvent.keyDown(document.body, { key: 'Escape' }))
  await settle()
  assert.equal(closed, 1)
})

test('a banner is put on the front page, and on the page of sign-ups', async () => {
  await draw(createElement(BannerDrawer, { banner: null, onClose() {} }), {}, { menus })
  assert.ok(screen.getByRole('checkbox', { name: '门户首页' }))
  assert.ok(screen.getByRole('checkbox', { name: '报名首页' }))
})
