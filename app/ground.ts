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
import type { Ground } from '../server/ground.ts'
import { openSecrets } from '../server/secrets.ts'

/** A ground with everything it needs running, and the way to let it all go. */
export interface OpenGround {
  ground: Ground
  close(): Promise<void>
}

/** Takes the data folder, starts or reaches the database, migrates it, and opens the channels. */
export async function openGround(environment: Environment): Promise<OpenGround> {
  const log = pino({ level: environment.logLevel, redact: ['req.headers.token', 'req.headers.cookie'] })
  const lock = await lockDataFolder(environment.dataFolder)
  const embedded = environment.databaseUrl
    ? null
    : await startEmbedded({
        folder: join(environment.dataFolder, 'postgres'),
        onExit(code) {
          log.fatal({ code }, 'the embedded database stopped by itself; start again to recover')
          process.exit(1)
        },
      })
  const db = connect(environment.databaseUrl ?? embedded!.url, { max: 16 })
  await assertUsable(db)
  await migrate(db)
  const ground: Ground = {
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
  return {
    ground,
    async close() {
      await db.end({ timeout: 5 })
      await embedded?.stop()
      await lock.release()
    },
  }
}
