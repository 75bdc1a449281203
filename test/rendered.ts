import { afterEach, mock } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { openComponents } from './jsx.ts'
import { openWindow } from './window.ts'

/** The real one, for a test that moves timers itself. */
const { setTimeout } = globalThis

/** Answers a test lets the server give: the attribute by the path of the call. */
export type Answers = Record<string, unknown>

/**
 * Opens a window in which a test draws components with the answers it gives, or with one reply to every call; a call
 * without an answer is answered with nothing. Returns what draws, and the calls that were sent.
 */
export async function openRenderer() {
  openWindow()
  openComponents()
  const { act, cleanup, fireEvent, render, screen } = await import('@testing-library/react')
  const { MemoryRouter } = await import('react-router')
  const { changeLocale } = await import('../web/words.ts')
  const sent: { path: string; input: unknown }[] = []
  let cache: QueryClient
  afterEach(() => {
    cleanup()
    cache.clear()
    mock.restoreAll()
    sent.length = 0
  })

  /** Waits until no call is under way and what came back is drawn: the cache notifies by timers of no delay. */
  async function settle() {
    const turn = () => act(async () => new Promise((resolve) => setTimeout(resolve)))
    for (let quiet = 0; quiet < 3; quiet = cache.isFetching() + cache.isMutating() === 0 ? quiet + 1 : 0) {
      await turn()
    }
  }

  async function show(
    element: ReactNode,
    {
      answers = {},
      refusals = {},
      locale = 'zh-CN',
      at = '/',
      reply,
    }: {
      answers?: Answers
      /** Refusals by the paths of their calls. */
      refusals?: Record<string, object>
      locale?: 'zh-CN' | 'en'
      at?: string
      reply?: (path: string) => Response | Promise<Response>
    } = {},
  ): Promise<HTMLElement> {
    changeLocale(locale)
    cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    mock.method(globalThis, 'fetch', async (url: string, { body }: RequestInit = {}) => {
      const path = url.split('?')[0]!.replace(/^\/api/, '')
      const input =
        typeof body === 'string'
          ? JSON.parse(body)
          : body instanceof FormData
            ? Object.fromEntries(body)
            : null
      sent.push({ path, input })
      if (reply) return reply(path)
      const answered = refusals[path] ?? { respCode: 200, respDesc: '', attribute: answers[path] ?? null }
      return new Response(JSON.stringify(answered))
    })
    const { container } = render(
      createElement(
        MemoryRouter,
        { initialEntries: [at] },
        createElement(QueryClientProvider, { client: cache }, element),
      ),
    )
    await settle()
    return container
  }

  return { show, settle, sent, act, fireEvent, screen }
}
