import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import { defaultSettings } from '../../rules.ts'

openWindow()
const { clear, draw } = await openOffice()
const { SettingForm } = await import('./SettingForm.tsx')

test('a setting shows its default once, and class types by their names', async () => {
  const form = createElement(SettingForm, { values: defaultSettings, seen: 0 })
  await draw(form, { 'get-system-config': { settings: defaultSettings } })
  const helps = [...document.querySelectorAll('.setting-help')].map((help) => help.textContent)
  assert.ok(helps.length > 20)
  assert.deepEqual(
    helps.filter((help) => (help.match(/默认/g) ?? []).length > 1),
    [],
  )
  const hours = document.getElementById('setting-requiredHoursTenths-help')!.textContent
  assert.doesNotMatch(hours, /public|specialized/)
  clear()
})

test('a setting that a link leads to has the focus, and the address forgets it', async () => {
  Element.prototype.scrollIntoView = () => {}
  const form = createElement(SettingForm, { values: defaultSettings, seen: 0 })
  await draw(
    form,
    { 'get-system-config': { settings: defaultSettings } },
    { address: '/project-manage/setting?setting=orderMinutes' },
  )
  assert.equal(document.activeElement?.id, 'setting-orderMinutes')
  clear()
})

test('checks are a group with a sentence of what happens; off hides the rest', async () => {
  const shown = () =>
    ['captureKind', 'captureEveryFrom', 'captureTries', 'captureMakeUpDays'].map(
      (key) => document.getElementById(`setting-${key}`) !== null,
    )
  const show = (captureKind: 'off' | 'photo') =>
    draw(createElement(SettingForm, { values: { ...defaultSettings, captureKind }, seen: 0 }), {
      'get-system-config': { settings: defaultSettings },
    })
  await show('off')
  assert.deepEqual(shown(), [true, false, false, false])
  assert.match(document.body.textContent, /不确认学员是否在学/)
  clear()
  await show('photo')
  assert.deepEqual(shown(), [true, true, true, true])
  assert.match(
    document.body.textContent,
    /每学习 15 至 25 分钟随机确认一次，等待 60 秒，有 3 次机会，每天最多 8 次/,
  )
  clear()
})
