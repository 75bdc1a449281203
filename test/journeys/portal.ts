import { type AddressInfo, createServer } from 'node:net'
import { sessionCalls } from '../../features/session/contract.ts'
import { encodeCredential } from '../../features/session/rules.ts'
import { openPayment } from '../../server/channels/openPayment.ts'
import type { Environment } from '../../server/environment.ts'
import { openWorld, type World } from '../harness.ts'

/** A portal a browser can visit: the demo's data, its own database, a port of its own. */
export interface VisitedPortal {
  url: string
  world: World
  /** A token of a demo account. */
  signIn(account: string): Promise<string>
  close(): Promise<void>
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Opens and fills a portal on a free port of this machine. */
export async function startPortal(
  options: { environment?: Partial<Environment>; empty?: boolean } = {},
): Promise<VisitedPortal> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const world = await openWorld({
    demo: !options.empty,
    environment: { port, publicUrl: url, ...options.environment },
    channels: (_db, environment) => ({ payment: openPayment(environment) }),
  })
  await world.portal.http.listen({ host: '127.0.0.1', port })
  return {
    url,
    world,
    async signIn(account) {
      const { data } = await world.ask(sessionCalls.login, {
        account: encodeCredential(account),
        password: encodeCredential('Demo2026a'),
      })
      return data.tokenCode
    },
    close: () => world.close(),
  }
}
