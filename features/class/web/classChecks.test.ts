import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { projectCalls } from '../../project/contract.ts'
import { defaultSettings } from '../../project/rules.ts'

openWindow()
const office = await openOffice()
const { changeLocale } = await import('../../../web/words.ts')
const { default: Form } = await import('antd/es/form')
const { ClassChecks } = await import('./ClassChecks.tsx')
afterEach(office.clear)
const { screen } = office

/** The names of the numbers, each with the words that the field adds to it. */
const numbers = ['最短间隔（分钟）', '最长间隔（分钟）', '确认时限（秒）', '每次机会（次）']

async function draw(initialValues: object, settings: object) {
  changeLocale('zh-CN')
  await office.draw(createElement(Form, { initialValues, children: createElement(ClassChecks) } as object), {
    [projectCalls.getSystemConfig.path]: { settings: { ...defaultSettings, ...settings } },
  })
  const shown = numbers.filter(
    (name) => !screen.getByLabelText(name).closest('.ant-form-item')!.className.includes('hidden'),
  )
  return { shown, text: document.body.textContent }
}

test('a class that does not check is asked for the means alone, and says that it is as the project', async () => {
  const { shown, text } = await draw({}, { captureKind: 'off' })
  assert.deepEqual(shown, [])
  assert.match(text, /这个班级不确认学员是否在学/)
  assert.match(text, /与项目设置相同：/)
})

test('one that checks, by itself or as its project, has each number with its hint and the value of the project', async () => {
  const { shown, text } = await draw(
    { captureKind: 'photo', captureEveryFrom: 10, captureTries: 1 },
    { captureKind: 'off', captureEveryFrom: 12, captureEveryTo: 30, captureSeconds: 45 },
  )
  assert.deepEqual(shown, numbers)
  assert.match(text, /每学习 10 至 30 分钟随机确认一次，等待 45 秒，有 1 次机会/)
  for (const value of [12, 30, 45, 3]) assert.match(text, new RegExp(`与项目设置相同：${value}`))
  assert.match(text, /两次随堂确认之间最多学习多久/)
  office.clear()
  const project = await draw({}, { captureKind: 'presence' })
  assert.deepEqual(project.shown, numbers)
})
