import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { until } from '../../../test/until.ts'
import { openWindow } from '../../../test/window.ts'
import { personProblemWords } from '../rules.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, settle } = await openOffice()
const { PasteGrid } = await import('./PasteGrid.tsx')
afterEach(clear)

const result = { accountId: null, realName: null, listed: false, problems: [] }

test('pasted rows say in the cell what is wrong, and only those that are right are offered to be added', async () => {
  const number = {
    column: 'number',
    code: 'length',
    zh: '应为 18 位',
    en: '18 digits',
    fix: { zh: '重新填写', en: 'again' },
  }
  await draw(createElement(PasteGrid, { unitClassId: 'u1' }), {
    'unit-class/check-people': {
      found: 1,
      unknown: 1,
      bad: 1,
      added: 0,
      rows: [
        { ...result, row: 0, state: 'found', accountId: 'a1', realName: '王芳' },
        { ...result, row: 1, state: 'bad', problems: [number] },
        { ...result, row: 2, state: 'unknown' },
      ],
    },
  })
  const text = '王芳\t13900000001\n李强\t1390\n赵敏\t11010119900307002X'
  await act(async () =>
    fireEvent.paste(screen.getByLabelText('姓名 1'), { clipboardData: { getData: () => text } }),
  )
  await until(async () => {
    await settle()
    return document.body.textContent.includes('应为 18 位')
  })
  assert.equal(
    (screen.getByLabelText('证件号或手机号 2') as HTMLInputElement).getAttribute('aria-invalid'),
    'true',
  )
  assert.ok(screen.getByRole('button', { name: '添加 1 人' }))
  // Nobody is created unless that is ticked.
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '新建全部 1 人' })))
  await settle()
  assert.ok(screen.getByRole('button', { name: '添加 2 人' }))
})

test('another name is replaced by the registered one at one press; a person of another unit leads to the learners', async () => {
  const name = { column: 'name', code: 'name', zh: '与已登记的姓名不同', en: 'another name' }
  const { zh, en, fix } = personProblemWords.otherUnit
  await draw(
    createElement(PasteGrid, { unitClassId: 'u1' }),
    {
      'unit-class/check-people': ({ rows }: { rows: { name: string }[] }) => ({
        found: 0,
        unknown: 0,
        bad: 2,
        added: 0,
        rows: [
          rows[0]!.name === '王芳'
            ? { ...result, row: 0, state: 'found', accountId: 'a1', realName: '王芳' }
            : { ...result, row: 0, state: 'bad', realName: '王芳', problems: [name] },
          {
            ...result,
            row: 1,
            state: 'bad',
            accountId: 'a2',
            realName: '李强',
            problems: [{ column: null, code: 'otherUnit', zh, en, fix }],
          },
        ],
      }),
    },
    { menus: ['/student-manage/student'] },
  )
  const text = '王方\t13900000001\n李强\t13900000002'
  await act(async () =>
    fireEvent.paste(screen.getByLabelText('姓名 1'), { clipboardData: { getData: () => text } }),
  )
  const shows = (word: string) =>
    until(async () => {
      await settle()
      return document.body.textContent.includes(word)
    })
  await shows('与已登记的姓名不同')
  assert.equal(
    screen.getByRole('link', { name: '到学员页查找' }).getAttribute('href'),
    `/student-manage/student?keyword=${encodeURIComponent('李强')}`,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '改为“王芳”' })))
  assert.equal(screen.getByLabelText<HTMLInputElement>('姓名 1').value, '王芳')
  await shows('已找到 王芳')
})
