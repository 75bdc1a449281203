import type { Call, Envelope, InputOf, OutputOf } from '../../contract/call.ts'
import { sessionCalls } from '../../features/session/contract.ts'
import { encodeCredential } from '../../features/session/rules.ts'
import type { World } from '../harness.ts'

/** A simulated browser: it stores a token as the pages do, and the cookies it receives. */
export interface Browser {
  token: string | null
  cookies: Record<string, string>
  /** The attributes of the cookies it was given, as the last answer wrote them. */
  given: {
    name: string
    value: string
    httpOnly?: boolean
    sameSite?: string
    secure?: boolean
    path?: string
  }[]
  call<C extends Call>(call: C, input: InputOf<C>): Promise<Envelope<OutputOf<C>>>
  signIn(loginName: string, options?: { password?: string; roleType?: string }): Promise<string>
}

/** A browser with nothing stored, at an address of its own. */
export function aBrowser(world: World, address = '127.0.0.1'): Browser {
  const browser: Browser = {
    token: null,
    cookies: {},
    given: [],
    async call(call, input) {
      const query = call.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      const response = await world.portal.http.inject({
        method: call.method,
        url: `/api${call.path}${query}`,
        remoteAddress: address,
        cookies: browser.cookies,
        headers: browser.token ? { token: encodeURIComponent(browser.token) } : {},
        ...(call.method === 'GET' ? {} : { payload: input as object }),
      })
      browser.given = response.cookies as Browser['given']
      for (const { name, value } of browser.given) {
        if (value === '') delete browser.cookies[name]
        else browser.cookies[name] = value
      }
      return response.json()
    },
    async signIn(loginName, { password = 'Demo2026a', roleType } = {}) {
      const reply = await browser.call(sessionCalls.login, {
        account: encodeCredential(loginName),
        password: encodeCredential(password),
        ...(roleType ? { roleType } : {}),
      })
      if (reply.respCode !== 200) throw new Error(`${reply.respCode} ${reply.respDesc}`)
      browser.token = reply.attribute.data.tokenCode
      return browser.token
    },
  }
  return browser
}
