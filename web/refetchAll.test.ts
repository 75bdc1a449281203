import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { Type } from 'typebox'
import { call } from '../contract/call.ts'
import { openRenderer } from '../test/rendered.ts'
import { until } from '../test/until.ts'

const { show, screen, sent, act, fireEvent } = await openRenderer()
const { useAction, useCall } = await import('./client.ts')

const made = (path: string) =>
  call(path, { summary: '', allow: 'public', input: Type.Any(), output: Type.Any() })
const [find, add] = [made('/thing/find.action'), made('/thing/add.action')]

function Things({ onDone }: { onDone: () => void }) {
  const { data } = useCall(find, {})
  const { mutate } = useAction(add, { onDone })
  return createElement('button', { onClick: () => mutate({}) }, (data as string) ?? 'Coming')
}

test('a first answer that was under way when something changed is not shown in place of a newer one', async () => {
  const changed = Promise.withResolvers<void>()
  const answered = (attribute: string) => Response.json({ respCode: 200, respDesc: '', attribute })
  const finds = () => sent.filter(({ path }) => path === find.path).length
  const drawn = show(createElement(Things, { onDone: changed.resolve }), {
    async reply(path) {
      if (path === add.path) return answered('')
      if (finds() > 1) return answered('After')
      await changed.promise
      return answered('Before')
    },
  })
  await until(() => finds() === 1)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Coming' })))
  await drawn
  assert.ok(screen.getByRole('button', { name: 'After' }))
})
