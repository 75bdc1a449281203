import { afterEach, mock } from 'node:test'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { openComponents } from './jsx.ts'
import { openWindow } from './window.ts'

/** The real one, for a test that moves timers itself; the cache needs none. */
const { setTimeout } = globalThis
notifyManager.setScheduler(setImmediate)

/** Reader of a drawn part: menus of the role, and whether of the whole project; the address and the language. */
interface Reader {
  menus?: readonly string[]
  whole?: boolean
  address?: string
  locale?: 'zh-CN' | 'en'
}

/**
 * Answers of calls in a drawn part, by a word of their paths: the attribute, or a whole envelope with its code; or a
 * function that gives either, or the response itself, for the input, now or later. The first word that is in the path
 * counts; other calls get the answer of the empty word, or else an empty list.
 */
export type Answers = Record<string, unknown>

/**
 * Opens a window in which a test draws parts as a reader sees them. Calls are answered from what the test gives, and
 * written down. After each test the page is empty again.
 */
export async function openDrawing() {
  openWindow()
  openComponents()
  const { act, cleanup, fireEvent, render, screen, within } = await import('@testing-library/react')
  const { MemoryRouter } = await import('react-router')
  const { Permissions, WholeProject } = await import('../web/shell/view/may.ts')
  const { changeLocale } = await import('../web/words.ts')
  const sent: { path: string; body: Record<string, unknown> }[] = []
  let cache = new QueryClient()
  let isTranslated = false
  afterEach(clear)

  function clear() {
    cleanup()
    cache.clear()
    mock.restoreAll()
    if (isTranslated) changeLocale('zh-CN')
    isTranslated = false
  }

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
    answers: Answers = {},
    { menus = [], whole = true, address = '/', locale }: Reader = {},
  ): Promise<HTMLElement> {
    if (locale) changeLocale(locale)
    isTranslated = locale === 'en'
    sent.length = 0
    cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    mock.method(globalThis, 'fetch', async (url: string, init: RequestInit = {}) => {
      const path = url.replace(/^\/api/, '')
      sent.push({ path, body: init.body ? JSON.parse(init.body as string) : {} })
      const word = Object.keys(answers).find((each) => each !== '' && path.includes(each)) ?? ''
      const given = word in answers ? answers[word] : { list: [], total: 0 }
      const reply = await (typeof given === 'function' ? given(sent.at(-1)!.body) : given)
      if (reply instanceof Response) return reply
      const isEnvelope = typeof reply === 'object' && reply !== null && 'respCode' in reply
      return new Response(
        JSON.stringify(isEnvelope ? reply : { respCode: 200, respDesc: '', attribute: reply }),
      )
    })
    const reach = createElement(WholeProject, { value: whole }, part)
    const reader = createElement(Permissions, { value: new Set(menus) }, reach)
    const router = createElement(MemoryRouter, { initialEntries: [address] }, reader)
    const { container } = render(createElement(QueryClientProvider, { client: cache }, router))
    await settle()
    return container
  }

  return {
    screen,
    act,
    fireEvent,
    within,
    sent,
    settle,
    draw,
    clear,
    async press(name: string | RegExp) {
      await act(async () => fireEvent.click(screen.getByRole('button', { name })))
      await settle()
    },
    async type(label: string | RegExp, text: string) {
      await act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value: text } }))
      await settle()
    },
  }
}
