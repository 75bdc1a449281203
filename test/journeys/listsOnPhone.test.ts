import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../until.ts'
import { enter, startOffice } from './frame.ts'
import { button } from './manager.ts'
import type { VisitedPortal } from './portal.ts'
import { closeBrowser } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startOffice()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

test('on a telephone a list has cards that fit the screen', async (t) => {
  for (const width of [390, 320]) {
    const { page, settled } = await enter(t, portal, '/train-manage/class', { width })
    await page.getByRole('list', { name: '列表' }).getByRole('listitem').nth(3).waitFor()
    await settled()
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
    await button(page, '筛选').click()
    const sheet = page.getByRole('dialog', { name: '筛选' })
    await sheet.getByLabel('名称或编号').fill('没有这样的班级')
    await button(sheet as never, '查询').click()
    await page.getByText('没有符合条件的记录').waitFor()
    await page.goBack()
    await page.getByRole('list', { name: '列表' }).getByRole('listitem').nth(3).waitFor()
  }
})

test('on a telephone the rows of a list begin high, also beside a tree, which folds away after a choice', async (t) => {
  const { page, settled } = await enter(t, portal, '/student-manage/student', { width: 390 })
  for (const path of ['/student-manage/student', '/order-manage/list', '/train-manage/class']) {
    await page.goto(path)
    const first = page.locator('[data-row-key]').first()
    await first.waitFor()
    await settled()
    const { y } = (await first.boundingBox())!
    assert.ok(y < 260, `${path}: the first row is at ${y} px`)
    await page.getByRole('button', { name: /^待办/ }).waitFor()
    await page.getByRole('button', { name: /任务/ }).waitFor()
    const small = await page.locator('.shell-top, .crud').evaluateAll((parts) =>
      parts.flatMap((part) =>
        [...part.querySelectorAll('a, button, select, summary')]
          .filter((control) => control.checkVisibility())
          .map((control) => [control.textContent, control.getBoundingClientRect()] as const)
          .filter(([, { width, height }]) => width < 24 || height < 24)
          .map(([name]) => name),
      ),
    )
    assert.deepEqual(small, [], path)
  }
  await page.getByRole('button', { name: '展开', exact: true }).click()
  await page.getByRole('treeitem').first().click()
  const toggle = page.locator('.side-toggle')
  await page.locator('.side-toggle[aria-expanded=false]').waitFor()
  await until(() => toggle.evaluate((it) => it === document.activeElement))
})

test('on a telephone a finger hits every control of a list, and what is chosen is acted on at the lower edge', async (t) => {
  const { page, settled } = await enter(t, portal, '/train-manage/study-report', { width: 390 })
  await page.locator('[data-row-key]').first().waitFor()
  await settled()
  const small = (within: string) =>
    page
      .locator(`${within} :is(button, select, summary, .crud-tick-box, input:not([type=checkbox]))`)
      .evaluateAll((all) =>
        all
          .filter((control) => control.checkVisibility())
          .map((control) => [control.textContent, control.getBoundingClientRect().height] as const)
          .filter(([, height]) => height < 44),
      )
  assert.deepEqual(await small('.crud'), [])
  await page.getByText('选择本页全部').click()
  const every = page.getByRole('button', { name: /^选择全部 \d+ 条符合条件的$/ })
  await every.waitFor()
  await settled()
  const { y, height } = (await every.boundingBox())!
  assert.ok(y > 422 && y + height <= 844, `it is at ${y} px`)
  await page.getByRole('button', { name: '筛选' }).click()
  await page.getByLabel('证件号').waitFor()
  await settled()
  assert.deepEqual(await small('.crud-sheet'), [])
  const sides = await page.locator('.crud-sheet .crud-field').evaluateAll((all) => [
    ...new Set(
      all.map((field) => {
        // Of a range both inputs together.
        const boxes = [...field.querySelectorAll('input, select')].map((each) => each.getBoundingClientRect())
        const left = Math.min(...boxes.map((box) => box.left))
        return JSON.stringify([left, Math.round(Math.max(...boxes.map((box) => box.right)) - left)])
      }),
    ),
  ])
  assert.equal(sides.length, 1, `all fields are as wide as each other: ${sides.join(' ')}`)
})
