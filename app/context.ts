import { join } from 'node:path'
import { pino } from 'pino'
import { migrate } from '../db/migrate.ts'
import { localFace } from '../server/channels/face.ts'
import { localIdentity } from '../server/channels/identity.ts'
import { openPayment } from '../server/channels/openPayment.ts'
import { localSms } from '../server/channels/sms.ts'
import { assertUsable, connect } from '../server/db.ts'
import { lockDataFolder } from '../server/dataFolder.ts'
import { startEmbedded } from '../server/embedded.ts'
import type { Environment } from '../server/environment.ts'
import { localFiles } from '../server/files.ts'
import type { AppContext } from '../server/appContext.ts'
import { openSecrets } from '../server/secrets.ts'
import { decideDemo } from './demo.ts'

/** The context of the application with everything it needs running, and the way to close it. */
interface OpenAppContext {
  app: AppContext
  close(): Promise<void>
}

/**
 * Takes the data folder, starts or reaches the database, migrates it, decides whether this is a demo, and opens the
 * channels. What refuses lets everything go again.
 */
export async function openAppContext(given: Environment, decide = decideDemo): Promise<OpenAppContext> {
  const log = pino({ level: given.logLevel, redact: ['req.headers.token', 'req.headers.cookie'] })
  const lock = await lockDataFolder(given.dataFolder)
  const embedded = given.databaseUrl
    ? null
    : await startEmbedded({
        folder: join(given.dataFolder, 'postgres'),
        onExit(code) {
          log.fatal({ code }, 'the embedded database stopped by itself; start again to recover')
          process.exit(1)
        },
      })
  const db = connect(given.databaseUrl ?? embedded!.url, { max: 16 })
  async function close(): Promise<void> {
    await db.end({ timeout: 5 })
    await embedded?.stop()
    await lock.release()
  }
  try {
    await assertUsable(db)
    await migrate(db)
    const environment = { ...given, demo: await decide(db, given) }
    const app: AppContext = {
      db,
      environment,
      secrets: openSecrets(environment),
      files: localFiles(join(environment.dataFolder, 'files')),
      channels: {
        sms: environment.demo ? localSms(db) : null,
        payment: openPayment(environment),
        identity: environment.demo ? localIdentity() : null,
        face: localFace(),
      },
      log,
    }
    return { app, close }
  } catch (error) {
    await close()
    throw error
  }
}
