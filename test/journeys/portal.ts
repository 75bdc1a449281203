import { openInvoicing } from '../../server/channels/openInvoicing.ts'
import { openReceiver } from '../../server/channels/receiver.ts'
import { openPayment, ownAddress } from '../../server/channels/openPayment.ts'
import type { Environment } from '../../server/environment.ts'
import { openSecrets } from '../../server/secrets.ts'
import { aBrowser } from '../build/session.ts'
import { openWorld, type World } from '../harness.ts'
import { companions } from './visitor.ts'
import { freePort } from '../freePort.ts'

/** A portal a browser can visit: the demo's data, its own database, a port of its own. */
export interface VisitedPortal {
  url: string
  world: World
  /** A token of a demo account. */
  signIn(account: string): Promise<string>
  close(): Promise<void>
}

/** Ends the popup of a demo: it would lie over every first page of every window. */
const endPopup = ({ db }: World) => db`
  insert into project_texts (project_id, kind, version, title, content, active)
  select project_id, kind, max(version) + 1, '', '', false from project_texts where kind = 'popup'
  group by project_id, kind`

/**
 * Opens and fills a portal on a free port of this machine; its popup is shown only to a journey that asks for it, and a
 * journey that counts what happens can do without the recurring jobs.
 */
export async function startPortal(
  options: { environment?: Partial<Environment>; empty?: boolean; popup?: boolean; recurs?: boolean } = {},
): Promise<VisitedPortal> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const world = await openWorld({
    demo: !options.empty,
    recurs: options.recurs ?? true,
    environment: { port, publicUrl: url, ...options.environment },
    channels: (_db, environment) => ({
      payment: openPayment(environment),
      invoicing: openInvoicing(environment, openSecrets(environment)),
      receiver: openReceiver({ inner: false, demo: ownAddress(environment) }),
    }),
  })
  if (!options.popup) await endPopup(world)
  await world.portal.http.listen({ host: '127.0.0.1', port })
  return {
    url,
    world,
    async signIn(account) {
      const browser = aBrowser(world)
      const token = await browser.signIn(account)
      companions.set(token, browser.cookies.sid!)
      return token
    },
    close: () => world.close(),
  }
}
