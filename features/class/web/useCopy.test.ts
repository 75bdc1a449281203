import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { act, sent, settle, show } = await openRenderer()
const { useCopy } = await import('./useCopy.ts')

test('a copy that was answered does not make another of a class whose copy is still awaited', async () => {
  let copy!: (id: string) => void
  function Page() {
    copy = useCopy().copy
    return null
  }
  const answered: ((id: string) => void)[] = []
  await show(createElement(Page))
  globalThis.fetch = async (_url, init) => {
    const input = JSON.parse(init!.body as string) as { id: string }
    sent.push({ path: 'copy', input })
    const id = await new Promise<string>((resolve) => answered.push(resolve))
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute: { id, withExam: false } }))
  }
  const copies = (id: string) => act(async () => copy(id))
  await copies('a')
  await copies('b')
  await act(async () => answered[0]!('a2'))
  await copies('b')
  await copies('a')
  await act(async () => answered.forEach((answer) => answer('x')))
  await settle()
  const keys = sent.map(({ input }) => (input as { requestKey: string }).requestKey)
  assert.equal(keys[1], keys[2], 'the same copy of b')
  assert.notEqual(keys[3], keys[0], 'another one of a, which is there')
})
