import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../../test/rendered.ts'
import { saveToken } from '../../../../web/token.ts'
import { aField } from '../../../../test/build/signUp.ts'
import { signUpCalls } from '../../contract.ts'
import { applicationCalls } from '../contract.ts'

const { show, screen, sent, act, fireEvent, settle } = await openRenderer()
const { ApplyForPanel } = await import('./ApplyForPanel.tsx')

const form = (changes: object) => ({
  id: 'u1',
  kind: 'training',
  title: '师资培训',
  fee: 0,
  obstacle: null,
  formVersion: 1,
  fields: [aField('post', { label: '岗位' })],
  subjects: [],
  ...changes,
})
const person = { accountId: 'p1', name: '王小明' }
const Picker = ({ onChange }: { onChange?: (picked: typeof person) => void }) =>
  createElement('button', { onClick: () => onChange?.(person) }, '选人')

/** Draws the panel for a sign-up; what is sent is refused while its form has another version than the one sent. */
const draw = (current: () => object) =>
  show(createElement(ApplyForPanel, { signUpId: 'u1', Picker }), {
    reply() {
      const { path, input } = sent.at(-1)!
      const latest = current() as { formVersion: number }
      const isOld = (input as { formVersion?: number } | null)?.formVersion !== latest.formVersion
      const refused = { respCode: 409, respDesc: '报名表已修改', attribute: null }
      if (path === applicationCalls.applyFor.path && isOld) return Response.json(refused)
      const attribute = path === signUpCalls.preview.path ? latest : { id: 'a1' }
      return Response.json({ respCode: 200, respDesc: '', attribute })
    },
  })

async function press(name: string): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await settle()
}
const typed = () => screen.getByLabelText<HTMLInputElement>('岗位').value
const versions = () =>
  sent.flatMap(({ path, input }) =>
    path === applicationCalls.applyFor.path ? [(input as { formVersion: number }).formVersion] : [],
  )

test('a form that changed is not sent: what was typed stays, and goes with the form as it is now', async () => {
  saveToken('T')
  let version = 1
  await draw(() => form({ formVersion: version }))
  await press('选人')
  await act(async () => fireEvent.input(screen.getByLabelText('岗位'), { target: { value: '讲师' } }))
  await press('下一步')
  const leaving = new window.Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  assert.equal(leaving.defaultPrevented, true, 'a step further nothing is sent yet')
  version = 2
  await press('为王小明报名')
  await press('上一步')
  assert.equal(typed(), '讲师')
  await press('下一步')
  await press('为王小明报名')
  assert.deepEqual(versions(), [1, 2])
  assert.ok(!screen.queryByLabelText('岗位'), 'the next person is chosen')
})

test('what keeps everybody from applying is said in place of the form', async () => {
  saveToken('T')
  await draw(() => form({ obstacle: 'full' }))
  assert.ok(screen.getByText('名额已满'))
  assert.ok(!screen.queryByRole('button', { name: '选人' }))
})
