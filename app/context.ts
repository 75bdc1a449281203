import { join } from 'node:path'
import { type DestinationStream, pino } from 'pino'
import { withoutNumbers } from '../contract/personalNumber.ts'
import { accountOf, sayMissing } from '../db/account.ts'
import { migrate } from '../db/migrate.ts'
import { reachDatabase } from '../db/reach.ts'
import { localFace } from '../server/channels/face.ts'
import { openIdentity } from '../server/channels/identity.ts'
import { openInvoicing } from '../server/channels/openInvoicing.ts'
import { openPayment, ownAddress } from '../server/channels/openPayment.ts'
import { openReceiver } from '../server/channels/receiver.ts'
import { openMail } from '../server/channels/openMail.ts'
import { openSms } from '../server/channels/openSms.ts'
import { assertUsable, connect, type Pool, statementSeconds } from '../server/db.ts'
import type { Environment } from '../server/environment.ts'
import { localFiles } from '../server/files.ts'
import type { AppContext } from '../server/appContext.ts'
import { openSecrets } from '../server/secrets.ts'
import { decideDemo } from './demo.ts'
import { messageKinds } from './features.ts'

/** The log on standard output; whatever a line quotes, nobody's number stands in it. */
export function openLog(level: string, out = pino.destination(1)): AppContext['log'] {
  const write = (line: string) => out.write(withoutNumbers(line))
  return pino({ level, redact: ['req.headers.token', 'req.headers.cookie'] }, {
    write,
    flushSync: () => out.flushSync(),
  } as DestinationStream)
}

/** The context of the application with everything it needs running, and the way to close it. */
interface OpenAppContext {
  /** With the rights of the tables' owner: for the demo's data and for tasks of the operator. */
  owner: AppContext
  /**
   * Puts the owner's connections away and gives what calls and jobs work with: the fenced account, jobs on connections
   * of their own, since their statements may take longer.
   */
  enter(): Promise<{ app: AppContext; workers: AppContext }>
  close(): Promise<void>
}

/**
 * Takes the data folder, starts or reaches the database, migrates and fences it, decides whether this is a demo, and
 * opens the channels. What refuses lets everything go again.
 */
export async function openAppContext(given: Environment, decide = decideDemo): Promise<OpenAppContext> {
  const log = openLog(given.logLevel)
  const {
    url,
    opened,
    close: letGo,
  } = await reachDatabase(given, (code) => {
    log.fatal({ code }, 'the embedded database stopped by itself; start again to recover')
    process.exit(1)
  })
  if (opened > 0)
    log.warn(
      { entries: opened },
      'the data folder was open to other people of this machine and is closed now',
    )
  const owner = connect(url, { max: 16, name: 'jixu owner' })
  const pools = [owner]
  async function close(): Promise<void> {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })))
    await letGo()
  }
  try {
    await assertUsable(owner)
    await migrate(owner)
    const environment = { ...given, demo: await decide(owner, given) }
    const secrets = openSecrets(environment)
    const account = await accountOf(owner, url, environment, secrets)
    const contextOn = (db: Pool): AppContext => ({
      db,
      environment,
      secrets,
      files: localFiles(join(environment.dataFolder, 'files')),
      channels: {
        sms: openSms(db, environment, messageKinds),
        mail: openMail(db, environment),
        payment: openPayment(environment),
        invoicing: openInvoicing(environment, secrets),
        identity: openIdentity(environment),
        face: localFace(),
        receiver: openReceiver({
          inner: environment.pushInner,
          demo: environment.demo ? ownAddress(environment) : null,
        }),
      },
      log,
    })
    return {
      owner: contextOn(owner),
      async enter() {
        if (account.missing.length > 0) log.warn({ missing: account.missing }, sayMissing(account.missing))
        await owner.end({ timeout: 5 })
        const calls = connect(account.url, { max: 16, seconds: statementSeconds.call, again: true })
        const jobs = connect(account.url, { max: 8, name: 'jixu jobs' })
        pools.splice(0, 1, calls, jobs)
        const app = contextOn(calls)
        return { app, workers: { ...app, db: jobs } }
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
