import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { signedIn } from '../build/portal.ts'
import { button, dialog } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

interface Office {
  page: Page
  /** The calls that change or search something, by their paths. */
  sent: string[]
  keyboard: CDPSession
}

async function openOffice(t: TestContext, path: string): Promise<Office> {
  const { page } = await openWindow(t, portal.url, { token: await signedIn(portal.world, 'admin') })
  await page.goto(path)
  const sent: string[] = []
  page.on('request', (request) => {
    const call = /\/api(\/.*(?:save|query-unit|find-unit)[^?]*)/.exec(request.url())?.[1]
    if (call) sent.push(call)
  })
  return { page, sent, keyboard: await page.context().newCDPSession(page) }
}

/** Composes a word in the focused field and presses a key that belongs to the input method, as macOS sends it. */
async function compose({ keyboard }: Office, letters: string, key: 'Enter' | 'Escape') {
  const length = letters.length
  await keyboard.send('Input.imeSetComposition', {
    text: letters,
    selectionStart: length,
    selectionEnd: length,
  })
  for (const type of ['rawKeyDown', 'keyUp'] as const)
    await keyboard.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229 })
}
const finish = ({ keyboard }: Office, word: string) => keyboard.send('Input.insertText', { text: word })

/** Empties a field as somebody does who types another word. */
async function empty(field: Locator) {
  await field.click()
  await field.press('ControlOrMeta+a')
}

test('an entry of a dictionary is saved by the Enter after the word, not by the one within', async (t) => {
  const office = await openOffice(t, '/project-manage/dictionary')
  const field = office.page.getByLabel(/研究生$/).first()
  await empty(field)
  await compose(office, 'boshi', 'Enter')
  await compose(office, 'boshi', 'Escape')
  assert.equal(await field.inputValue(), 'boshi')
  assert.deepEqual(office.sent, [])
  await finish(office, '博士研究生')
  const saved = office.page.waitForResponse((response) => response.url().includes('save-entry'))
  await field.press('Enter')
  assert.equal((await saved).request().postDataJSON().name, '博士研究生')
  assert.equal(office.sent.length, 1)
})

test('a category is renamed in its tree by the Enter after the word', async (t) => {
  const office = await openOffice(t, '/train-manage/class')
  const { page } = office
  const tree = page.getByRole('tree')
  await tree.getByRole('treeitem').nth(1).waitFor()
  await tree.focus()
  await tree.press('End')
  await tree.press('F2')
  const field = page.getByLabel(/的新名称$/)
  await field.press('ControlOrMeta+a')
  await compose(office, 'anquan', 'Enter')
  assert.equal(await field.inputValue(), 'anquan')
  assert.deepEqual(office.sent, [])
  await finish(office, '安全生产')
  const saved = page.waitForResponse((response) => response.url().includes('/save'))
  await field.press('Enter')
  assert.equal((await saved).request().postDataJSON().name, '安全生产')
})

test('a unit is searched and chosen by the finished word', async (t) => {
  const office = await openOffice(t, '/unit-manage/list')
  const { page } = office
  await button(page, '新建单位').first().click()
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]') !== null)
  const field = dialog(page).getByRole('combobox', { name: '上级单位' })
  const options = page.getByRole('listbox').getByRole('option')
  await field.click()
  await options.first().waitFor()
  const before = office.sent.length
  await compose(office, 'yiyuan', 'Enter')
  assert.equal(await field.inputValue(), 'yiyuan', 'nothing was chosen')
  assert.equal(office.sent.length, before, 'nothing was searched')
  await finish(office, '医院')
  await options.filter({ hasText: '医院' }).first().waitFor()
  await field.press('Enter')
  await options.first().waitFor({ state: 'hidden' })
  assert.match((await field.inputValue()) || (await field.getAttribute('placeholder')) || '', /医院/)
})
