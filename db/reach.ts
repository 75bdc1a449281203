import { join } from 'node:path'
import { lockDataFolder } from '../server/dataFolder.ts'
import { startEmbedded } from '../server/embedded.ts'
import type { Environment } from '../server/environment.ts'
import { makePrivate } from '../server/privateFolder.ts'

/** The address at which the owner of the tables works, and the way to let go of what was started for it. */
interface Reached {
  url: string
  /** Number of entries of the data folder that other people of the machine could read until now. */
  opened: number
  close(): Promise<void>
}

/**
 * The database as its owner: of DATABASE_OWNER_URL or DATABASE_URL, where others may be at work, or the data folder's
 * own, which must be free. `onExit` hears of an embedded server that ends by itself.
 */
export async function reachDatabase(
  environment: Environment,
  onExit?: (code: number | null) => void,
): Promise<Reached> {
  const { databaseUrl, databaseOwnerUrl, dataFolder } = environment
  if (databaseUrl) {
    const opened = await makePrivate(dataFolder)
    return { url: databaseOwnerUrl ?? databaseUrl, opened, close: async () => {} }
  }
  const lock = await lockDataFolder(dataFolder)
  try {
    const embedded = await startEmbedded({
      folder: join(dataFolder, 'postgres'),
      ...(onExit ? { onExit } : {}),
    })
    return {
      url: embedded.url,
      opened: lock.opened,
      async close() {
        await embedded.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
