import { wechatAppCalls } from '../../features/wechat/app/contract.ts'
import type { WechatKind } from '../../features/wechat/app/rules.ts'
import { wechatCalls } from '../../features/wechat/contract.ts'
import type { Call, Envelope, InputOf, OutputOf } from '../../contract/call.ts'
import { type DemoWechatApp, demoWechatApp } from '../../server/channels/wechatDemo.ts'
import { openPayment } from '../../server/channels/openPayment.ts'
import type { Environment } from '../../server/environment.ts'
import { openWorld, type World } from '../harness.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from './portal.ts'
import { freePort } from '../freePort.ts'

/** The secret in the link that the demo's WeChat shows as the answer to a scan. */
export function secretOf(reported: string): string {
  const [, secret] = /href="[^"#]*#([\w-]{43})"/.exec(reported) ?? []
  if (!secret) throw new Error(`no link in ${reported}`)
  return secret
}

/** A window of one person: it keeps the cookies it is given, as a browser does. */
export interface Browser {
  cookies: Map<string, string>
  call<C extends Call>(call: C, input: InputOf<C>, token?: string | null): Promise<Envelope<OutputOf<C>>>
  /** A call that must succeed; returns its attribute. */
  ask<C extends Call>(call: C, input: InputOf<C>, token?: string | null): Promise<OutputOf<C>>
}

/** Opens a window with nothing stored, at an address of its own. */
export function aBrowser(world: World, address = '127.0.0.1'): Browser {
  const cookies = new Map<string, string>()
  const browser: Browser = {
    cookies,
    async call(call, input, token) {
      const response = await world.portal.http.inject({
        method: 'POST',
        url: `/api${call.path}`,
        remoteAddress: address,
        headers: token ? { token } : {},
        cookies: Object.fromEntries(cookies),
        payload: input as object,
      })
      for (const cookie of response.cookies as { name: string; value: string }[]) {
        cookies.set(cookie.name, cookie.value)
      }
      return response.json()
    },
    async ask(call, input, token) {
      const envelope = await browser.call(call, input, token)
      if (envelope.respCode !== 200)
        throw new Error(`${call.path}: ${envelope.respCode} ${envelope.respDesc}`)
      return envelope.attribute
    },
  }
  return browser
}

export interface WechatWorld {
  world: World
  url: string
  portal: BuiltPortal
  admin: BuiltAccount
  /** Registers an app of a kind for a project, as its administrator enters it; returns its id. */
  addApp(
    kind: WechatKind,
    more?: object,
    whose?: { portal: BuiltPortal; admin: BuiltAccount },
  ): Promise<string>
  /** Returns the platform's record of an app. */
  registered(kind: WechatKind, projectId?: string): DemoWechatApp
  /** Does something with a code on the platform's page; returns the page it leads to. */
  scan(codeUrl: string, action: string): Promise<string>
  /** Answers on the phone, by the link in what the account answered to a scan. */
  answer(reported: string, agree: boolean): Promise<Envelope<null>>
  agree: typeof agreeAs
}

/** Agrees on the platform's page as a person, or denies; returns what it sends back. */
export async function agreeAs(
  authorizeUrl: string,
  person: string,
): Promise<{ code: string; state: string }> {
  const answer = await fetch(authorizeUrl, {
    method: 'POST',
    body: new URLSearchParams({ do: person }),
    redirect: 'manual',
  })
  const back = new URL(answer.headers.get('location') ?? 'http://nowhere')
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
}

/** A portal that listens on 127.0.0.1, with the demo's WeChat as its provider over HTTP. */
export async function aWechatWorld(environment: Partial<Environment> = {}): Promise<WechatWorld> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const world = await openWorld({
    recurs: true,
    environment: { port, host: '127.0.0.1', publicUrl: url, ...environment },
    channels: (_db, opened) => ({ payment: openPayment(opened) }),
  })
  await world.portal.http.listen({ port, host: '127.0.0.1' })
  const portal = await aPortal(world, { menus: ['/project-manage/wechat-app', '/project-manage/merchant'] })
  const admin = await anAccount(world, portal, { role: 'admin' })
  const registered = (kind: WechatKind, projectId = portal.projectId) =>
    demoWechatApp(world.app.secrets, projectId, kind)
  return {
    world,
    url,
    portal,
    admin,
    registered,
    agree: agreeAs,
    async addApp(kind, more = {}, whose = { portal, admin }) {
      const draft = { kind, name: `微信 ${kind}`, provider: 'demo', ...more } as const
      return (await world.ask(wechatAppCalls.save, draft, whose.admin.token)).id
    },
    async scan(codeUrl, action) {
      const page = await fetch(codeUrl, { method: 'POST', body: new URLSearchParams({ do: action }) })
      return page.text()
    },
    answer(reported, agree) {
      const secret = secretOf(reported)
      return world.call(wechatCalls.answerSignInRequest, { secret, agree })
    },
  }
}
