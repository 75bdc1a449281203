import { mock } from 'node:test'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { openComponents } from './jsx.ts'

/** The real one, for a test that moves timers itself; the cache needs none. */
const { setTimeout } = globalThis
notifyManager.setScheduler(setImmediate)

/** Reader of a drawn part of the back office: menus of the role, and whether of the whole project. */
interface Reader {
  menus?: readonly string[]
  whole?: boolean
  /** Address of the part. */
  address?: string
}

/**
 * Answers of calls in a drawn part, by a word of their paths: the attribute, or a whole envelope with its
 * code; or a function that gives either for the input, now or later.
 */
export type Answered = Record<string, unknown>

/** Answer to who is signed in: a learner. */
export const signedInLearner = {
  manageAccountInfo: {
    accountId: 'l',
    userName: '学员',
    roleRP: { roleId: 'r', roleName: '学员', roleSystem: 3, menu: [] },
  },
}

/**
 * Lets a test with an open window draw parts of the back office as a reader sees them. Calls are answered from what the
 * test gives, and written down.
 */
export async function openOffice() {
  openComponents()
  // A window without layout has no dialogs that open.
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
  const { act, cleanup, fireEvent, render, screen, within } = await import('@testing-library/react')
  const { MemoryRouter } = await import('react-router')
  const { Permissions, WholeProject } = await import('../web/shell/view/may.ts')
  const sent: { path: string; body: Record<string, unknown> }[] = []
  let cache = new QueryClient()

  /** Waits until no request is pending and responses are rendered. */
  const settle = async () => {
    let quiet = 0
    while (quiet < 3) {
      await act(async () => new Promise((resolve) => setTimeout(resolve)))
      quiet = cache.isFetching() + cache.isMutating() > 0 ? 0 : quiet + 1
    }
  }

  async function draw(
    part: ReactNode,
    answered: Answered,
    { menus = [], whole = true, address = '/' }: Reader = {},
  ) {
    sent.length = 0
    cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    mock.method(globalThis, 'fetch', async (path: string, init: RequestInit = {}) => {
      sent.push({ path, body: init.body ? JSON.parse(init.body as string) : {} })
      const word = Object.keys(answered).find((each) => path.includes(each))
      const given = word === undefined ? { list: [], total: 0 } : answered[word]
      const reply = await (typeof given === 'function' ? given(sent.at(-1)!.body) : given)
      const isEnvelope = typeof reply === 'object' && reply !== null && 'respCode' in reply
      return new Response(
        JSON.stringify(isEnvelope ? reply : { respCode: 200, respDesc: '', attribute: reply }),
      )
    })
    const reach = createElement(WholeProject, { value: whole }, part)
    const reader = createElement(Permissions, { value: new Set(menus) }, reach)
    const router = createElement(MemoryRouter, { initialEntries: [address] }, reader)
    render(createElement(QueryClientProvider, { client: cache }, router))
    await settle()
  }

  return {
    screen,
    act,
    fireEvent,
    within,
    sent,
    settle,
    draw,
    /** Waits without timers, which a test may have stopped, until a call was sent and what it does not hold up is drawn. */
    async asked(word: string) {
      const isSent = () => sent.some(({ path }) => path.includes(word))
      for (let turns = 0; turns < 10_000 && !isSent(); turns++) await new Promise(setImmediate)
      if (!isSent()) throw new Error(`${word} was not asked for`)
      for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate)
    },
    async press(name: string | RegExp) {
      await act(async () => fireEvent.click(screen.getByRole('button', { name })))
      await settle()
    },
    async type(label: string | RegExp, text: string) {
      await act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value: text } }))
      await settle()
    },
    clear() {
      cleanup()
      cache.clear()
      mock.restoreAll()
    },
  }
}
