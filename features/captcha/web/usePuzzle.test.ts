import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
openComponents()
const { act, cleanup, renderHook, waitFor } = await import('@testing-library/react')
const { usePuzzle } = await import('./usePuzzle.ts')

let given: number
let answered: string[]
let solves: boolean
let isDown: boolean
let solved: string[]
beforeEach(() => {
  given = 0
  answered = []
  solved = []
  solves = false
  isDown = false
  mock.method(globalThis, 'fetch', async (url: string, { body }: RequestInit) => {
    if (isDown) throw new TypeError('no line')
    const isGet = url.endsWith('/get.action')
    if (!isGet) answered.push((JSON.parse(String(body)) as { token: string }).token)
    const repData = {
      originalImageBase64: 'a',
      jigsawImageBase64: 'b',
      token: `t${++given}`,
      secretKey: 'k'.repeat(16),
    }
    return new Response(
      JSON.stringify({ respCode: 200, respDesc: '', attribute: isGet ? { repData } : { success: solves } }),
    )
  })
})
afterEach(() => {
  cleanup()
  mock.restoreAll()
})

async function open() {
  const { result } = renderHook(() => usePuzzle((verification) => solved.push(verification)))
  await waitFor(() => assert.ok(result.current.puzzle))
  return result
}

test('a wrong answer shows a message and another puzzle; the message disappears on the next try', async () => {
  const puzzle = await open()
  const { token } = puzzle.current.puzzle!
  await act(() => puzzle.current.answer(9))
  assert.equal(puzzle.current.problem, 'wrong')
  assert.notEqual(puzzle.current.puzzle!.token, token)
  act(() => puzzle.current.forget())
  assert.equal(puzzle.current.problem, null)
})

test('a line that is down is not called a wrong answer, and is forgotten once another puzzle is there', async () => {
  const puzzle = await open()
  isDown = true
  await act(() => puzzle.current.answer(9))
  assert.equal(puzzle.current.problem, 'failed')
  await act(() => puzzle.current.another())
  assert.equal(puzzle.current.problem, 'failed')
  isDown = false
  await act(() => puzzle.current.another())
  assert.equal(puzzle.current.problem, null)
})

test('a puzzle is answered once, however often Enter is pressed', async () => {
  solves = true
  const puzzle = await open()
  await act(async () => {
    await Promise.all([puzzle.current.answer(9), puzzle.current.answer(9), puzzle.current.answer(9)])
  })
  assert.equal(answered.length, 1)
  assert.equal(solved.length, 1)
})
