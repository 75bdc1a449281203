import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement, Fragment } from 'react'
import { useLocation } from 'react-router'
import { openRenderer } from '../../../test/rendered.ts'
import { completeCalls } from '../../student/complete/contract.ts'
import { registerCalls } from '../register/contract.ts'

const { show, settle, sent, act, fireEvent, screen } = await openRenderer()
const { default: RegisterPage } = await import('./RegisterPage.tsx')

const answers = {
  '/login/get-system-config.action': { settings: {}, info: {} },
  '/base/unit-entity/get-register-config-by-unit.action': {
    unitId: null,
    open: true,
    fields: [{ key: 'realName', required: true }],
  },
  '/dictionary-entity/get-dictionary-list.action': [],
  '/base/class-category-entity/find-class-category.action': [
    { id: 'k1', name: '健康照护', parentId: null },
    { id: 'k2', name: '养老护理员', parentId: 'k1' },
  ],
  [registerCalls.doRegister.path]: { data: { tokenCode: 'T' } },
  '/login/get-account-info.action': { manageAccountInfo: { roleRP: { roleSystem: 3 } } },
  [completeCalls.isNeedComplete.path]: { state: 2 },
}

/** The address it is at. */
function Address() {
  const { pathname, search } = useLocation()
  return createElement('output', null, pathname + search)
}
const open = (at: string) =>
  show(createElement(Fragment, null, createElement(RegisterPage), createElement(Address)), { at, answers })
const write = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
async function submit(): Promise<void> {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '注册并登录' })))
  await settle()
}
const registered = () => sent.filter(({ path }) => path === registerCalls.doRegister.path)

test('/vocRegister asks for a skill, of those that the project offers, and leads to its classes', async () => {
  await open('/vocRegister')
  assert.ok(screen.getByRole('heading', { name: '注册职业技能学员' }))
  await write('真实姓名', '南宫月')
  await write('密码', 'Garden88')
  await act(async () => void fireEvent.click(screen.getByRole('checkbox')))
  await submit()
  assert.ok(screen.getAllByText('请选择技能类别').length > 0)
  assert.deepEqual(registered(), [])
  const options = [...screen.getByLabelText<HTMLSelectElement>('技能类别').options]
  assert.deepEqual(
    options.slice(1).map(({ text }) => text.trim()),
    ['健康照护', '养老护理员'],
  )
  await write('技能类别', 'k2')
  await submit()
  assert.deepEqual(
    registered().map(({ input }) => (input as { skill: string }).skill),
    ['k2'],
  )
  assert.equal(document.querySelector('output')!.textContent, '/vocational?category=k2')
})

test('/register asks for no skill', async () => {
  await open('/register')
  assert.ok(screen.getByLabelText('真实姓名'))
  assert.ok(!screen.queryByLabelText('技能类别'))
})
